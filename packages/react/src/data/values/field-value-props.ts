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
  /** URL of an item of another collection. Default: `/collections/{collection}/{item}`. */
  itemHref?: ((itemId: string, collectionId: string) => string) | undefined;
  imageHost?: string | undefined;
  /** Renders rich text, whose code is large and rarely needed. Default: it is omitted. */
  richContent?: ((content: unknown) => ReactNode) | undefined;
  /** For lists, where space is limited. */
  isShort?: boolean;
  messages?: Messages | undefined;
}
