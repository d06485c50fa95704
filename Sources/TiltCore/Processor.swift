// ARMv7 compiles, runs and reads right samples, but makes wrong frames of them as soon as the optimiser of Swift 6.3 has
// been over this module; unoptimised the same sources make the right ones. A shadow that lies is worse than none.
#if _pointerBitWidth(_32)
    #error(
        "tiltshadow runs on 64-bit processors only: Swift's optimiser makes wrong frames of right samples on 32-bit ARM; build for aarch64, which every 64-bit ARM device can run"
    )
#endif
