extension Unicode.Scalar {
    /// True for a scalar that is not shown but changes what is shown: it commands a terminal, breaks the line, or has
    /// text read in another order than it is written.
    ///
    /// Those are C0, DEL and C1 (U+009B alone begins a command in xterm and VTE), the line and the paragraph separator,
    /// and the controls of the bidirectional algorithm (Unicode Standard Annex 9, section 2). Written out, because
    /// Embedded Swift has no Unicode tables.
    package var isHidden: Bool {
        switch value {
        case 0x00...0x1f, 0x7f...0x9f, 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// True where a scalar may be hidden: as the first byte in UTF-8 tells, so that nearly all text is only looked over.
    package var mayHideScalars: Bool {
        utf8.contains { byte in
            switch byte {
            case 0x00...0x1f, 0x7f, 0xc2, 0xd8, 0xe2: true
            default: false
            }
        }
    }
}
