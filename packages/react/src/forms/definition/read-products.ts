import type { SubmittedProduct } from "@porchlight/client/forms";
import type forms from "@porchlight/contract/texts/en/forms.json";
import { readTypedValue } from "../../data/form/typed-values.ts";
import type { FieldView } from "./field-view.ts";

/** The products, or what is wrong with them. */
type Result = { value: SubmittedProduct[] } | { issue: { key: keyof typeof forms; n?: number; part?: string } };

/**
 * Reads the chosen products of a payment field. Prices are only read for products whose amount the person enters.
 *
 * @returns `undefined` if nothing is chosen.
 */
export function readProducts(field: FieldView, data: FormData, language: string): Result | undefined {
  const { target, products, productChoice, limits, isRequired } = field;
  const [only, ...others] = products;
  const typed = (name: string) => String(data.get(name) ?? "").trim();
  // The only product whose amount is entered has no control to choose it.
  const isAmount = only !== undefined && others.length === 0 && only.price === undefined;
  const chosen = isAmount ? (typed(`${target}.price`) || isRequired ? [only.id] : []) : data.getAll(target).map(String);
  const value: SubmittedProduct[] = [];
  for (const product of products) {
    if (productChoice !== "fixed" && !chosen.includes(product.id)) continue;
    const { id: productId, price, minPrice, maxPrice, minQuantity, maxQuantity } = product;
    const entry: SubmittedProduct = { productId, quantity: minQuantity };
    if (maxQuantity > minQuantity) {
      const part = `${productId}.quantity`;
      const quantity = Number(typed(`${target}.${part}`) || minQuantity);
      if (!Number.isInteger(quantity) || quantity < minQuantity)
        return { issue: { key: "forms.check.fewPieces", n: minQuantity, part } };
      if (quantity > maxQuantity) return { issue: { key: "forms.check.manyPieces", n: maxQuantity, part } };
      entry.quantity = quantity;
    }
    if (price === undefined) {
      const part = "price";
      const text = typed(`${target}.price`);
      if (text === "") return { issue: { key: "forms.check.amount", part } };
      const read = readTypedValue("number", { key: target, required: true } as never, text, "UTC", undefined, language);
      const amount = "value" in read ? Number(read.value) : Number.NaN;
      if (!(amount >= 0) || amount > 999_999_999 || Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
        return { issue: { key: "forms.check.amount", part } };
      if (amount < Number(minPrice)) return { issue: { key: "forms.check.lowAmount", n: Number(minPrice), part } };
      if (maxPrice !== undefined && amount > Number(maxPrice))
        return { issue: { key: "forms.check.highAmount", n: Number(maxPrice), part } };
      entry.price = amount.toFixed(2);
    }
    value.push(entry);
  }
  if (value.length === 0) return undefined;
  const { minItems, maxItems } = limits;
  if (minItems != null && value.length < minItems) return { issue: { key: "forms.check.few", n: minItems } };
  if (maxItems != null && value.length > maxItems) return { issue: { key: "forms.check.many", n: maxItems } };
  return { value };
}
