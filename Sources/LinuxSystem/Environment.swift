import CLinux

/// The environment variables of a process, or stand-ins for them.
package struct Environment: Sendable {
    private let value: @Sendable (String) -> String?

    /// These variables and no others.
    package init(_ variables: [String: String]) {
        value = { variables[$0] }
    }

    private init(value: @escaping @Sendable (String) -> String?) {
        self.value = value
    }

    /// This process's own, read anew by each look-up.
    package static var process: Environment {
        Environment(value: { name in getenv(name).map { String(cString: $0) } })
    }

    /// Calls `getenv`; `nil` where the variable is not set.
    package subscript(_ name: String) -> String? { value(name) }
}
