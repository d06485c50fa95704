import TiltCore

/// A table whose columns a person tells, or a header of neutral CSV: what is passed over in it, and the unit of its
/// rates where nobody tells that.
///
/// Neutral CSV has rad/s, and so have told columns by default; where gravity turns as if they were °/s, they are.
struct ToldTable {
    /// How it is read.
    private(set) var format: LogFormat
    private(set) var options: ImportOptions
    /// What is said of that.
    private(set) var guesses: [String] = []

    /// Looks at a file of `format`; any other than these tables stays as it is.
    ///
    /// - Throws: ``ImportError`` where its bytes cannot be had once more from `origin`.
    init(
        _ format: LogFormat, _ bytes: PeekedBytes, _ options: ImportOptions, again origin: ByteOrigin?
    ) throws(ImportError) {
        self.format = format
        self.options = options
        let header = LogFormat.neutralHeader(bytes.start)
        let columns: ColumnList
        switch format {
        case .native:
            // A .tiltlog tells its units.
            guard let list = header.flatMap({ ColumnList(header: $0) }) else { return }
            columns = list
        case .table(.columns(let list)): columns = list
        default: return
        }
        if options.columns == nil, let header,
            let words = ColumnList.passedOver(ColumnList.strangers(inHeader: header))
        {
            guesses.append(words)
        }
        guard columns.hasRates, options.rateUnit == nil else { return }
        judgeRates(by: FileReadings(try bytes.again(origin), TableReader(.columns(columns), options)))
        if self.options.rateUnit == .degrees { self.format = .table(.columns(columns)) }
    }

    /// The same of a table whose rows tell their sensor.
    init(
        _ kinds: RowKinds, _ columns: ColumnList, _ bytes: PeekedBytes, _ options: ImportOptions,
        again origin: ByteOrigin?
    ) throws(ImportError) {
        format = .table(.columns(columns))
        self.options = options
        guard kinds.rate != nil, options.rateUnit == nil else { return }
        judgeRates(by: try kinds.readings(try bytes.again(origin), options, columns, Phone()))
    }

    /// Finds the unit of rates by readings that have the numbers of the table.
    private mutating func judgeRates(by readings: any ReadingSource) {
        let evidence = RateEvidence(over: readings)
        if evidence.unit == .degrees {
            options.rateUnit = .degrees
            guesses.append(
                "its rates are taken for °/s, as gravity turns by them, and converted; --rate-unit rad/s overrules"
            )
        } else if evidence.fitsNeither {
            guesses.append("that its rates are in rad/s is a guess: " + RateEvidence.misfit)
        } else if evidence.unit == nil, evidence.matters {
            guesses.append(
                "that its rates are in rad/s is a guess: it does not turn enough to tell; "
                    + "--rate-unit deg/s is the other")
        }
    }

    /// A reader of it; `name` is the file's.
    func reader(name: String, content: TableContent = .acceleration, phone: Phone = .init()) -> any LineReader
    {
        var phone = phone
        phone.guesses += guesses
        return format.reader(options, name: name, content: content, phone: phone)
    }
}
