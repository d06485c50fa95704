import ArgumentParser

// The names of the commands' arguments, which the ordinary build finds by reflection; in the order of the help.

extension WatchCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("json", $json), .init("graph", $graph), .init("socket", $socket),
            .init("count", $count), .init("seconds", $seconds), .init("wait", $wait),
            .init($subscription),
        ]
    }
}

extension StatusCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [.init("socket", $socket), .init("json", $json), .init("watch", $watch)]
    }
}

extension DemoCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [.init("mapping", $mapping), .init("seconds", $seconds), .init("socket", $socket)]
    }
}

extension SensorsCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("json", $json), .init("ids", $ids), .init("check", $check),
            .init("explain-matrix", $explainMatrix),
            .init("sensor", $sensor), .init($file),
        ]
    }
}

extension RecordCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("log", $log), .init("device", $device), .init("seconds", $seconds),
            .init("max-size", $maxSize), .init("rotate", $rotate), .init("force", $force), .init($file),
        ]
    }
}

extension ReplayCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("log", $log), .init("frames", $frames), .init("format", $format), .init("force", $force),
            .init("realtime", $realtime), .init("socket", $socket), .init("loop", $loop),
            .init($options), .init($engine),
        ]
    }
}

extension PlotCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("log", $log), .init("output", $output), .init("theme", $theme),
            .init("judder", $judder), .init("force", $force), .init($options), .init($engine),
        ]
    }
}

extension ConvertCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("log", $log), .init("result", $result), .init("to", $to), .init("force", $force),
            .init($options),
        ]
    }
}

extension ScoreCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("log", $log), .init("truth", $truth), .init($options), .init("at", $at),
            .init("warmup", $warmup), .init("json", $json), .init($engine),
        ]
    }
}

extension ConfigCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("defaults", $defaults), .init("check", $check), .init("effective", $effective),
            .init($file),
        ]
    }
}

extension CalibrateCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("socket", $socket), .init("device", $device), .init("log", $log),
            .init("poses", $poses), .init("raw-sign", $rawSign), .init("level", $level),
            .init("json", $json), .init("output", $output), .init("force", $force),
            .init("apply", $apply), .init($file),
        ]
    }
}

extension RecentreCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [.init("socket", $socket), .init("json", $json)]
    }
}

extension RotateCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("degrees", $degrees), .init("follow", $follow), .init("from", $from), .init("all", $all),
            .init("socket", $socket), .init("json", $json),
        ]
    }
}

extension DoctorCommand: ToolCommand {
    var entries: [ArgumentEntry] {
        [
            .init("report", $report), .init("path", $path), .init("force", $force),
            .init("socket", $socket), .init($file),
        ]
    }
}

extension SubscriptionOptions {
    var entries: [ArgumentEntry] {
        [
            .init("rate", $rate), .init("phase-ns", $phase), .init("gain", $gain), .init("mapping", $mapping),
            .init("limit", $limit), .init("reference", $reference),
            .init("display-rotation", $displayRotation),
            .init("rotation", $rotation), .init("moves", $moves), .init("include", $include),
            .init("when", $when),
            .init("lookahead-ms", $lookahead),
            .init("yaw-assist", $yawAssist), .init("strict", $strict),
        ]
    }
}

extension SettingsFileOption {
    var entries: [ArgumentEntry] {
        [.init("config", $config)]
    }
}

extension EngineOptions {
    var entries: [ArgumentEntry] {
        [
            .init("config", $config), .init("set", $set), .init("estimator", $estimator),
            .init("mapping", $mapping), .init("reference", $reference), .init("gain", $gain),
            .init("limit", $limit), .init("rate", $rate), .init("lookahead-ms", $lookahead),
            .init("display-rotation", $displayRotation), .init("yaw-assist", $yawAssist),
        ]
    }
}

extension ImportOptionGroup {
    var entries: [ArgumentEntry] {
        [
            .init("device", $device), .init("accel-scale", $accelScale), .init("platform", $platform),
            .init("columns", $columns), .init("unit", $unit), .init("rate-unit", $rateUnit),
            .init("time-unit", $timeUnit), .init("sample-rate", $sampleRate),
        ]
    }
}
