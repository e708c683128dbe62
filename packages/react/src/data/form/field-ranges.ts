import type { ViewField } from "@porchlight/client/data";
import type form from "@porchlight/contract/texts/en/data-form.json";

/** A validation error, as text keys of `data-form`. */
export interface ValueIssue {
  key: keyof typeof form;
  n?: number;
}

/** Whether a value is within the field's limits. */
export function inRange({ numberRange }: ViewField, value: number) {
  const least = numberRange?.gte ?? numberRange?.min;
  const most = numberRange?.lte ?? numberRange?.max;
  if (least != null && value < least) return { issue: { key: "data.check.least", n: least } as const };
  if (most != null && value > most) return { issue: { key: "data.check.most", n: most } as const };
  return { value };
}

export function inLength({ stringLengthRange }: ViewField, value: string) {
  const { minLength, maxLength } = stringLengthRange ?? {};
  const { length } = [...value];
  if (minLength != null && length < minLength) return { issue: { key: "data.check.short", n: minLength } as const };
  if (maxLength != null && length > maxLength) return { issue: { key: "data.check.long", n: maxLength } as const };
  return { value };
}

export function inSize<Value>({ arraySizeRange }: ViewField, value: readonly Value[]) {
  const { minSize, maxSize } = arraySizeRange ?? {};
  if (minSize != null && value.length < minSize) return { issue: { key: "data.check.few", n: minSize } as const };
  if (maxSize != null && value.length > maxSize) return { issue: { key: "data.check.many", n: maxSize } as const };
  return { value };
}
