#if hasFeature(Embedded)
    // What Embedded Swift asks Unicode's tables when texts are compared, hashed or walked by characters. The toolchain has
    // them in a library, a twentieth of the daemon, in which é as one scalar equals é as two. Nothing here wants that: names
    // of files, devices and settings are the same where their bytes are, as to the kernel. These say that no scalar
    // decomposes, composes, or joins its neighbours.

    /// The quick answer of normalization: 0 for a scalar that is left as it is.
    @_cdecl("_swift_stdlib_getNormData")
    package func normData(_ scalar: UInt32) -> UInt16 { 0 }

    /// The scalar that an entry is of, in the low 18 bits: never the one that was asked for.
    @_cdecl("_swift_stdlib_getDecompositionEntry")
    package func decompositionEntry(_ scalar: UInt32) -> UInt32 { scalar == 0 ? 1 : 0 }

    /// Where decompositions would stand; nobody looks, since no scalar has an entry.
    @_cdecl("_swift_stdlib_nfd_decompositions")
    package func decompositions() {}

    /// What two scalars compose to: all ones for nothing.
    @_cdecl("_swift_stdlib_getComposition")
    package func composition(_ first: UInt32, _ second: UInt32) -> UInt32 { .max }

    /// How a scalar breaks text into characters: 255 for no way of its own.
    @_cdecl("_swift_stdlib_getGraphemeBreakProperty")
    package func graphemeBreakProperty(_ scalar: UInt32) -> UInt8 { .max }

    /// Whether a scalar is a picture that others can join.
    @_cdecl("_swift_stdlib_isExtendedPictographic")
    package func isExtendedPictographic(_ scalar: UInt32) -> Bool { false }

    /// Whether a scalar is a consonant of a script that joins them.
    @_cdecl("_swift_stdlib_isInCB_Consonant")
    package func isConsonantThatJoins(_ scalar: UInt32) -> Bool { false }
#endif
