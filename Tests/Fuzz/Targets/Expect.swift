/// Ends the program where a property does not hold: libFuzzer then keeps the input that did it.
func expect(
    _ holds: Bool, _ property: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !holds { fatalError(property(), file: file, line: line) }
}

/// Checks that an error tells what happened and what to try.
func expect(description: String, hint: String, file: StaticString = #fileID, line: UInt = #line) {
    expect(!description.isEmpty, "an error has no description", file: file, line: line)
    expect(!hint.isEmpty, "no hint for: \(description)", file: file, line: line)
}
