import Foundation
import Testing
import TiltCore

/// Calls `body` with the UTF-8 bytes of `text`.
func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
{
    try Array(text.utf8).withUnsafeBufferPointer { try body($0) }
}

/// What `body` writes into a fresh buffer.
func written(_ body: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer()
    body(&buffer)
    return buffer.text
}

/// One line of JSON as Foundation reads it; it must be an object and end with one LF.
func object(_ line: String) throws -> NSDictionary {
    try #require(line.hasSuffix("\n") && line.dropLast().firstIndex(of: "\n") == nil)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
}
