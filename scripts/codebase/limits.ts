/** The limits of `npm run check`. Lower a number to tighten a limit; a group that is not listed has the limit 0. */
export const limits = {
  /** Hits of `npx node scripts/check-language.ts --list`, by package or top-level folder. */
  language: {} as Readonly<Record<string, number>>,
  /** Violations of `npx node scripts/check-boundaries.ts --list`, by kind. */
  boundaries: {
    import: 0,
    cycle: 0,
    "folder cycle": 0,
    sql: 0,
    "use case": 0,
    "tx and db": 0,
  } as Readonly<Record<string, number>>,
  /** Public names without a doc comment, and members of public types, by package of the declaration. */
  undocumented: {
    "packages/cli": 0,
    "packages/client": 0,
    "packages/client members": 381,
    "packages/contract": 0,
    "packages/react": 0,
    "packages/react members": 215,
    "packages/server": 0,
  } as Readonly<Record<string, number>>,
  /** Figures of `npx node scripts/measure-codebase.ts`. Those without `max` and `min` have limits above or none. */
  metrics: {
    "source files": { max: 2_150, target: "≤ 1,250" },
    "source lines": { max: 209_500, target: "≤ 108,000" },
    "source lines of the server": { max: 84_000, target: "≤ 52,000" },
    "files of at most 30 lines": { max: 200, target: "≤ 200" },
    "splinters: short files with one importer": { max: 38, target: "0" },
    "median lines of a file": { target: "70 to 90" },
    "90th percentile of lines": { max: 220, target: "≤ 220" },
    "lines of the longest file": { max: 400, target: "≤ 400" },
    "folders of more than 20 files": { max: 0, target: "0" },
    "loose files in a package's src, at most": { max: 8, target: "≤ 8" },
    "cycles of files": { max: 3, target: "≤ 3, of types" },
    "cycles of files over values": { max: 0, target: "0" },
    "files in the largest cycle": { max: 2, target: "2" },
    "top-level entries of the server in a cycle": { max: 0, target: "0" },
    "folders of the platform in a cycle": { max: 0, target: "0" },
    "importers of a context type": { max: 346, target: "≤ 250" },
    "importers of a context type in the platform": { max: 0, target: "0" },
    "functions with tx and db in reach": { max: 0, target: "0" },
    "files with SQL outside of stores": { max: 0, target: "0" },
    "documented names of the client, %": { min: 100, target: "100" },
    "documented names of react, %": { min: 100, target: "100" },
    "documented names of the server, %": { min: 100, target: "100" },
    "documented names of the contract, %": { min: 100, target: "100" },
    "lines of comments in the private register": { max: 0, target: "< 100" },
    "names like tell, told, keep, note, need, known": { max: 1, target: "0" },
    "type assertions with as, per 1,000 lines": { max: 3.5, target: "< 2.6" },
    "names that the server exports": { max: 25, target: "≤ 25" },
  } as const satisfies Readonly<Record<string, MetricLimit>>,
};

/** `npm run check` fails above `max` and below `min`; `target` is where the figure is to go. */
export interface MetricLimit {
  max?: number;
  min?: number;
  target: string;
}
