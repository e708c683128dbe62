import type { FormProduct, PaymentValidation } from "@porchlight/contract/forms/form-fields";
import type { SubmittedProduct } from "@porchlight/contract/forms/submission";
import type { Report } from "./value-error.ts";

const maxQuantity = 100_000;

/** @returns The products with the price of one piece. */
export function checkProducts(value: unknown, rules: PaymentValidation, report: Report): unknown {
  if (!Array.isArray(value) || !value.every((item) => typeof Object(item).productId === "string")) {
    report("TYPE_ERROR", { type: "products" });
    return value;
  }
  const { products = [], minItems, maxItems } = rules;
  const chosen = value as { productId: string; quantity?: unknown; price?: unknown }[];
  if (chosen.length > Math.min(maxItems ?? products.length, products.length))
    report("MAX_ITEMS_ERROR", { maxItems: maxItems ?? products.length });
  if (minItems != null && chosen.length < minItems) report("MIN_ITEMS_ERROR", { minItems });
  if (new Set(chosen.map(({ productId }) => productId)).size < chosen.length)
    report("NOT_ALLOWED_VALUE_ERROR", { reason: "a product is repeated" });
  return chosen.flatMap(({ productId, quantity = 1, price }): SubmittedProduct[] => {
    const product = products.find(({ id }) => id === productId);
    if (!product) {
      report("NOT_ALLOWED_VALUE_ERROR", { productId });
      return [];
    }
    const { minimum, maximum } = product.quantityLimit ?? {};
    if (typeof quantity !== "number" || !Number.isInteger(quantity))
      report("TYPE_ERROR", { type: "integer", productId });
    else if (quantity < (minimum ?? 1)) report("MIN_VALUE_ERROR", { minimum: minimum ?? 1, productId });
    else if (quantity > Math.min(maximum ?? maxQuantity, maxQuantity))
      report("MAX_VALUE_ERROR", { maximum: maximum ?? maxQuantity, productId });
    const pieces = Number.isInteger(quantity) ? Number(quantity) : 0;
    return [{ productId, quantity: pieces, price: priceOf(product, price, report) }];
  });
}

function priceOf(product: FormProduct, price: unknown, report: Report): string {
  if (product.priceType !== "DYNAMIC_PRICE") return product.fixedPriceOptions?.price ?? "0";
  const { minPrice = "0", maxPrice } = product.dynamicPriceOptions ?? {};
  if (typeof price !== "string" || !/^\d{1,9}(\.\d{1,2})?$/.test(price)) {
    report("FORMAT_ERROR", { format: "DECIMAL", productId: product.id });
    return "0";
  }
  if (toCents(price) < toCents(minPrice)) report("MIN_VALUE_ERROR", { minimum: minPrice, productId: product.id });
  if (maxPrice != null && toCents(price) > toCents(maxPrice))
    report("MAX_VALUE_ERROR", { maximum: maxPrice, productId: product.id });
  return price;
}

/** Hundredths of a decimal text with at most two digits after the point. */
function toCents(price: string): bigint {
  const [whole = "0", fraction = ""] = price.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** The sum of the chosen products as decimal text. */
export function totalOf(products: readonly SubmittedProduct[]): string {
  const cents = products.reduce((sum, { price = "0", quantity = 1 }) => sum + toCents(price) * BigInt(quantity), 0n);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}
