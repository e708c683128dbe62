/** A package as it is in the repository. */
export interface SourcePackage {
  name: string;
  /** Below `packages`. */
  folder: string;
  /** Specifier to file, from the package's folder. */
  exports: Readonly<Record<string, string>>;
  /** Packages that it imports when it is published: its dependencies and peers. All else becomes part of it. */
  imported: readonly string[];
  /**
   * Whether every module keeps a file of its own: a site then leaves out what it does not use, even where a bundler cannot
   * tell that code has no effect. Otherwise as few files as the entries allow, which load quicker.
   */
  apart: boolean;
}

/** `./src/auth/index.ts` → `auth/index`: where an entry's parts are, in every folder made here. */
export function placeOf(entry: string): string {
  return entry.replace(/^\.\/src\//, "").replace(/\.tsx?$/, "");
}

/** Whether it is a module and not, say, a style sheet. */
export function isModule(file: string): boolean {
  return /\.tsx?$/.test(file);
}
