import type { ViewField } from "@porchlight/client/data";
import type list from "@porchlight/contract/texts/en/data-list.json";
import type { ReactNode } from "react";
import type { Messages, Texts } from "../../texts/use-texts.ts";
import type { ReferenceNames } from "../list/collection-entry.ts";

export type ListTexts = Texts<keyof typeof list>;

export interface FieldValueProps {
  field: ViewField;
  value: unknown;
  text: ListTexts;
  references?: ReferenceNames | undefined;
  /** Address of an item of another collection; `/collections/{collection}/{item}` unless given. */
  itemHref?: ((itemId: string, collectionId: string) => string) | undefined;
  imageHost?: string | undefined;
  /** Draws texts with formats, which weigh much and few collections have; they are left out without it. */
  richContent?: ((content: unknown) => ReactNode) | undefined;
  /** In a list there is little room. */
  isShort?: boolean;
  messages?: Messages | undefined;
}
