/// A display without a screen, for the scripts of tests.
enum VirtualDisplay {
    /// A function of the shell, `start_display DIRECTORY`.
    ///
    /// It sets `DISPLAY`, and `server` to the process that is to be killed. The server does not begin anew when its last
    /// client leaves: it would turn away who comes in that moment.
    static let start = """
        start_display() {
            exec 3>"$1/display"
            Xvfb -displayfd 3 -noreset -screen 0 640x480x24 >/dev/null 2>&1 & server=$!
            while ! [ -s "$1/display" ]; do sleep 0.05; done
            export DISPLAY=:$(cat "$1/display")
        }
        """
}
