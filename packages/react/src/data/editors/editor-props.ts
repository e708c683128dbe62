import type { ViewField } from "@porchlight/client/data";
import type { Messages } from "../../texts/use-texts.ts";
import type { ReferenceNames } from "../list/collection-entry.ts";

/** An item that can be referenced. */
export interface Choice {
  id: string;
  name: string;
}

/**
 * Finds items whose name contains a text, or the first ones for an empty text: about twenty that the reader may read.
 */
export type SearchReferences = (
  target: { collectionId: string; displayField: string | null },
  words: string,
) => Promise<readonly Choice[]>;

/** The form's context of an editor. */
export interface EditorTools {
  references?: ReferenceNames | undefined;
  searchReferences?: SearchReferences | undefined;
  /** By field key, loads the next page of a field that references more items than it has loaded. */
  moreReferences?: Readonly<Record<string, (() => Promise<unknown>) | undefined>> | undefined;
  imageHost?: string | undefined;
  messages?: Messages | undefined;
}

/** Props of an editor. It has its own state and reports every change. */
export interface EditorProps extends EditorTools {
  /** Id of the element that the label and errors refer to. */
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  field: ViewField;
  /** Initial value as the form stores it: JSON, an id, or HTML. */
  typed: string;
  onTyped(typed: string): void;
}
