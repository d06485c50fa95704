/// Why a text is no value of a setting.
struct SettingRefusal: Error, Equatable {
    /// What is wrong with it beyond not being what was expected; `nil` where the expectation says it all.
    let detail: String?

    init(_ detail: String? = nil) { self.detail = detail }
}
