/// A file of the page, in the program itself; `files`, all of them, is written by the plugin EmbedPage at each build.
struct EmbeddedPage {
    /// Its name, which is its path on the server.
    let name: StaticString
    /// What is in it.
    let text: StaticString
}
