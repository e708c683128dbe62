import type { FormField } from "@porchlight/client/forms";
import { Plus, Trash2 } from "lucide-react";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { optionsOf, type Product, validationOf, withOptions, withValidation } from "./field-options.ts";
import { createProduct, type FieldType } from "./field-types.ts";
import { NumberField } from "./number-field.tsx";

/** Props of {@link ProductEditor}. */
export interface ProductEditorProps {
  field: FormField;
  type: FieldType;
  onChange(field: FormField): void;
}

/** What a payment field charges. Prices have the currency of the site. */
export function ProductEditor({ field, type, onChange }: ProductEditorProps) {
  const { products = [] } = validationOf(field);
  const { options = [] } = optionsOf(field);
  // Options name products by their id.
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? "";
  const replace = (id: string, changes: Partial<Product>) =>
    onChange(
      withValidation(field, {
        products: products.map((product) => (product._id === id ? { ...product, ...changes } : product)),
      }),
    );
  const rename = (id: string, label: string) =>
    onChange(
      withOptions(field, {
        options: products.map(({ _id }) => ({ _id, value: _id, label: _id === id ? label : nameOf(_id) })),
      }),
    );
  const remove = (id: string) =>
    onChange(
      withOptions(withValidation(field, { products: products.filter(({ _id }) => _id !== id) }), {
        options: options.filter(({ value }) => value !== id),
      }),
    );
  const hasNames = type === "products" || type === "donation";
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{hasNames ? text("Products") : text("Price")}</legend>
      {products.map((product, index) => {
        const n = index + 1;
        const { _id: id, priceType, fixedPriceOptions, dynamicPriceOptions, quantityLimit } = product;
        return (
          <div key={id} className="grid gap-2 rounded-lg border border-line p-3">
            {hasNames && (
              <TextField
                label={text("Name of product {n}", { n })}
                value={nameOf(id)}
                onChange={(label) => rename(id, label)}
                maxLength={400}
              />
            )}
            {priceType === "DYNAMIC_PRICE" ? (
              <div className="grid grid-cols-2 items-end gap-2">
                <TextField
                  label={text("Lowest amount")}
                  inputMode="decimal"
                  value={dynamicPriceOptions?.minPrice ?? ""}
                  onChange={(minPrice) => replace(id, { dynamicPriceOptions: { ...dynamicPriceOptions, minPrice } })}
                />
                <TextField
                  label={text("Highest amount")}
                  inputMode="decimal"
                  value={dynamicPriceOptions?.maxPrice ?? ""}
                  onChange={(maxPrice) =>
                    replace(id, { dynamicPriceOptions: { ...dynamicPriceOptions, maxPrice: maxPrice || null } })
                  }
                />
              </div>
            ) : (
              <div className="grid grid-cols-2 items-end gap-2">
                <TextField
                  label={text("Price")}
                  inputMode="decimal"
                  value={fixedPriceOptions?.price ?? ""}
                  onChange={(price) => replace(id, { fixedPriceOptions: { price } })}
                />
                <NumberField
                  label={text("Maximum quantity")}
                  value={quantityLimit?.maximum ?? undefined}
                  onChange={(maximum) => replace(id, { quantityLimit: maximum ? { minimum: 1, maximum } : undefined })}
                />
              </div>
            )}
            {hasNames && products.length > 1 && (
              <div>
                <Button kind="quiet" aria-label={text("Remove product {n}", { n })} onPress={() => remove(id)}>
                  <Trash2 aria-hidden size={16} />
                  {text("Remove")}
                </Button>
              </div>
            )}
          </div>
        );
      })}
      {hasNames && products.length < 100 && (
        <div>
          <Button onPress={() => onChange(withValidation(field, { products: [...products, createProduct(type)] }))}>
            <Plus aria-hidden size={16} />
            {text("Add product")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
