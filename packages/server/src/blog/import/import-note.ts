/** One thing that an import could not carry over, and where it stands. */
export interface ImportNote {
  /** Path within the imported folder, with `/`. */
  file: string;
  /** 1 is the first line of the file; absent when the whole file is meant. */
  line?: number;
  /** One plain sentence. */
  reason: string;
}
