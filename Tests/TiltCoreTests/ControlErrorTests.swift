import Testing
import TiltCore

@Suite struct `Control error` {
    @Test(arguments: [
        (ControlError.lineTooLong(limit: 4096), "line-too-long", "a line is longer than 4096 bytes"),
        (.tooManyRequests(limit: 50), "too-many-requests", "more than 50 requests within a second"),
        (.tooManySubscribers(limit: 256), "too-many", "no more than 256 subscribers may be connected"),
        (.tooManySubscribers(limit: 1), "too-many", "no more than 1 subscriber may be connected"),
        (
            .tooManyOfUser(user: 1000, limit: 128), "too-many",
            "user 1000 may have no more than 128 connections"
        ),
        (.tooManyOfUser(user: 1000, limit: 1), "too-many", "user 1000 may have no more than 1 connection"),
        (
            .accessNotPermitted(user: 1000), "not-permitted",
            "user 1000 has no active session on a seat of this machine, and is no member of the group tiltshadow"
        ),
    ])
    func `ends the connection where going on makes no sense`(
        error: ControlError, code: String, message: String
    ) {
        #expect(error.isFatal && error.code == code && error.description == message && !error.hint.isEmpty)
    }

    @Test func `says who may have raw samples, and the connection lives on`() {
        let error = ControlError.rawNotPermitted(user: 1000, group: "tiltshadow-raw")
        #expect(error.code == "not-permitted" && !error.isFatal)
        #expect(error.description.contains("user 1000") && error.description.contains("tiltshadow-raw"))
        #expect(error.hint.contains("usermod -aG tiltshadow-raw"))
    }

    @Test func `says that frames wait for who is away, and the connection lives on`() {
        let error = ControlError.away(user: 1000)
        #expect(error.code == "not-permitted" && !error.isFatal && !error.hint.isEmpty)
        #expect(error.description.contains("user 1000"))
    }

    @Test func `keeps a quoted word whole up to 60 bytes and cuts it between characters`() {
        let word = String(repeating: "é", count: 40)
        let error = ControlError.unknownWord(key: "type", got: word, expected: ["a"])
        #expect(!error.description.contains("\u{fffd}"))
    }
}
