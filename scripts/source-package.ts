/** A package of the repository. */
export interface SourcePackage {
  name: string;
  /** Below `packages`. */
  folder: string;
  /** Files by specifier, relative to the folder of the package. */
  exports: Readonly<Record<string, string>>;
  /** Its dependencies and peer dependencies. Everything else is bundled. */
  imported: readonly string[];
  /**
   * Whether each module becomes one file: sites then omit unused code even if their bundler cannot prove that it has no
   * side effects. Otherwise as few files as the entries allow, which load faster.
   */
  separateModules: boolean;
}

/** `./src/auth/index.ts` → `auth/index`: the path of an entry in each output folder, without its extension. */
export function outputName(entry: string): string {
  return entry.replace(/^\.\/src\//, "").replace(/\.tsx?$/, "");
}

/** Whether it is a module, and not a style sheet, for example. */
export function isModule(file: string): boolean {
  return /\.tsx?$/.test(file);
}
