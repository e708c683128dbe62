/** The most that `npm run check` accepts. To tighten a limit, lower the number; a group that is not listed has the limit 0. */
export const limits = {
  /** Hits of `node scripts/check-language.ts --list`, by package or top-level folder. */
  language: {
    ".changeset": 271,
    "apps/site": 244,
    bench: 55,
    docs: 1066,
    examples: 18,
    "packages/cli": 161,
    "packages/client": 813,
    "packages/contract": 257,
    "packages/importers": 300,
    "packages/react": 807,
    "packages/server": 4464,
    root: 8,
    scripts: 47,
    tests: 487,
    commits: 0,
  } as Readonly<Record<string, number>>,
  /** Violations of `node scripts/check-boundaries.ts --list`, by kind. */
  boundaries: {
    import: 1,
    cycle: 10,
    "folder cycle": 2,
    sql: 39,
    "use case": 8,
    "tx and db": 0,
  } as Readonly<Record<string, number>>,
  /** Public names without a doc comment, and members of public types, by package of the declaration. */
  undocumented: {
    "packages/cli": 0,
    "packages/client": 133,
    "packages/client members": 386,
    "packages/contract": 30,
    "packages/react": 70,
    "packages/react members": 215,
    "packages/server": 39,
  } as Readonly<Record<string, number>>,
};
