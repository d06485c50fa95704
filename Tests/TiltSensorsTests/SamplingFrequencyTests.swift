import Testing
import TiltSensors

@Suite struct `Sampling frequency` {
    @Test(
        arguments: [
            ("12.500000 25.000000 50.000000 100.000000 200.000000 400.000000", 200.0, "200.000000"),
            ("12.5 25 50 100 200 400", 120, "200"),
            ("400 200 100 50", 120, "200"),
            ("0.781 1.563 3.125", 200, "3.125"),
            ("0 1 10 50", 0.5, "1"),
            ("[1 1 1000]", 200, "200"),
            ("[0.5 0.25 100]", 33.1, "33.25"),
            ("[10 10 100]", 200, "100"),
            ("[10 10 100]", 5, "10"),
            ("[10 0 100]", 50, "100"),
            ("[25 25 800]", 190, "200"),
            ("", 200, nil),
            ("automatic", 200, nil),
            ("[1 2]", 200, nil),
            ("[1 1e999 1e999]", 200, nil),
            ("12,5 25,0", 200, nil),
        ] as [(String, Double, String?)])
    func `is the lowest that is enough, else the highest`(
        available: String, wanted: Double, expected: String?
    ) {
        #expect(SamplingFrequency.choose(from: available, atLeast: wanted) == expected)
    }
}
