#if hasFeature(Embedded)
    extension Array {
        /// The elements in order; equal ones stay as they are.
        ///
        /// The standard library's own is copied whole for each type of element; of this one that is only the comparison.
        package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
            sortedPlaces(count) { precedes(self[$0], self[$1]) }.map { self[$0] }
        }
    }

    extension Array where Element: Comparable {
        package func sorted() -> [Element] { sorted { $0 < $1 } }
    }

    /// The places below `count`, those before others first.
    @inline(never) package func sortedPlaces(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
        (0..<count).sorted(by: precedes)
    }
#endif
