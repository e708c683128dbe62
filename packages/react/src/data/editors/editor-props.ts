import type { ViewField } from "@porchlight/client/data";
import type { ComponentType } from "react";
import type { Messages } from "../../texts/use-texts.ts";
import type { StructuredControl } from "../form/structured-values.ts";
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
  /** In place of the built-in ones. */
  editors?: FieldEditors | undefined;
}

/** Controls that an editor replaces. */
export type EditedControl = Exclude<StructuredControl, "json"> | "reference";

/** Editors of the app by control. Load them with `lazy`: only few collections have such fields. */
export type FieldEditors = Partial<Record<EditedControl, ComponentType<EditorProps>>>;

/** Props of an editor. It has its own state and reports every change. */
export interface EditorProps extends EditorTools {
  /** Id of the element that the label and errors refer to. */
  id: string;
  /** Id of the element with the field's name. */
  labelId: string;
  /** Ids of the elements with the hint and the error. */
  describedBy: string | undefined;
  /** Whether the form shows an error for the field. */
  isInvalid: boolean;
  /** The field that is edited. */
  field: ViewField;
  /** Initial value as the form stores it: JSON, an id, or HTML. */
  typed: string;
  /** Called with the value after each change, in the form of `typed`; an empty one removes it. */
  onTyped(typed: string): void;
}
