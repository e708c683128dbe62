import type { ViewField } from "@porchlight/client/data";
import type { Messages } from "../../texts/use-texts.ts";
import type { ReferenceNames } from "../list/collection-entry.ts";

/** An item that may be referred to. */
export interface Choice {
  id: string;
  name: string;
}

/** Finds items to refer to by a part of their name, with an empty one the first of them; some twenty, of those that the reader may read. */
export type SearchReferences = (
  target: { collectionId: string; displayField: string | null },
  words: string,
) => Promise<readonly Choice[]>;

/** What is around the form: where items are looked for, and pictures are. */
export interface EditorTools {
  references?: ReferenceNames | undefined;
  searchReferences?: SearchReferences | undefined;
  /** Fields that refer to more items than they hold, by their keys: each fetches those that come next. */
  moreReferences?: Readonly<Record<string, (() => Promise<unknown>) | undefined>> | undefined;
  imageHost?: string | undefined;
  messages?: Messages | undefined;
}

/** What an editor of a kind of values gets. It holds what is typed by itself, and tells every change. */
export interface EditorProps extends EditorTools {
  /** Of the element that the label is for and errors lead to. */
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  field: ViewField;
  /** What it begins with, as the form holds it: JSON, an id, or HTML. */
  typed: string;
  onTyped(typed: string): void;
}
