import { type ReactNode, useState } from "react";
import type { ProductView } from "../definition/field-view.ts";
import type { GroupProps } from "./field-props.ts";

/** Products with their prices, how many, and amounts that the person enters. */
export default function PaymentControls(props: GroupProps) {
  const { id, field, initial, error, text, currency } = props;
  const { target, products, productChoice, label } = field;
  const stored = initial(target);
  const isFresh = stored.length === 0;
  const [only, ...others] = products;
  const isSingle = only !== undefined && others.length === 0;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(isFresh ? products.flatMap((one) => (one.isDefault ? one.id : [])) : stored),
  );
  const isFixed = productChoice === "fixed";
  if (isSingle && only.price === undefined) return <Amount {...props} product={only} isFirst />;
  return (
    <div
      className="site-form-choices"
      data-kind="payment"
      onChange={({ currentTarget }) =>
        setChosen(
          new Set(Array.from(currentTarget.querySelectorAll<HTMLInputElement>("input:checked"), ({ value }) => value)),
        )
      }
    >
      {products.map((product, index) => {
        const { price, minQuantity, maxQuantity } = product;
        const controlId = index === 0 ? id : `${id}-${product.id}`;
        const priceText = price === undefined ? undefined : formatPrice(price, currency, text.language);
        const name = product.label || (isSingle ? label : (priceText ?? text("forms.field.other")));
        // Donations are named by their amount; the label of the field names its only price.
        const isNamed = name !== priceText && !(isFixed && name === label && field.isLabelShown);
        const full = priceText === undefined ? name : isNamed ? `${name}: ${priceText}` : priceText;
        return (
          <div key={product.id}>
            {isFixed ? (
              <p id={controlId} tabIndex={-1}>
                {full}
                <input type="hidden" name={target} value={product.id} />
              </p>
            ) : (
              <div className="site-checkbox">
                <input
                  type={productChoice === "many" ? "checkbox" : "radio"}
                  id={controlId}
                  name={target}
                  value={product.id}
                  defaultChecked={chosen.has(product.id)}
                  aria-invalid={error ? true : undefined}
                />
                <label htmlFor={controlId}>{full}</label>
              </div>
            )}
            {maxQuantity > minQuantity && (
              <div className="site-form-own" data-shown={isFixed || chosen.has(product.id) || undefined}>
                <Part
                  attributesOf={props.attributesOf}
                  part={`${product.id}.quantity`}
                  label={text("forms.field.quantity", { name })}
                  initial={String(minQuantity)}
                />
              </div>
            )}
            {price === undefined && (
              <div className="site-form-own" data-shown={isFixed || chosen.has(product.id) || undefined}>
                <Amount {...props} product={product} isFirst={false} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface PartProps extends Pick<GroupProps, "attributesOf"> {
  part: string;
  label: string;
  isFirst?: boolean;
  /** Value before anything is typed. */
  initial?: string;
  /** Between the label and the input. */
  children?: ReactNode;
}

function Part({ part, label, isFirst = false, initial = "", attributesOf, children }: PartProps) {
  const attributes = attributesOf(part, isFirst);
  return (
    <>
      <label className="site-editor-label" htmlFor={attributes.id}>
        {label}
      </label>
      {children}
      <input
        {...attributes}
        defaultValue={attributes.defaultValue || initial}
        className="site-input site-form-amount"
        type="text"
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}

function Amount({ product, isFirst, ...props }: GroupProps & { product: ProductView; isFirst: boolean }) {
  const { text, currency } = props;
  const label = currency ? text("forms.field.amountIn", { currency }) : text("forms.field.amount");
  const { minPrice, maxPrice } = product;
  const format = (price: string) => formatPrice(price, currency, text.language);
  return (
    <Part attributesOf={props.attributesOf} part="price" isFirst={isFirst} label={label}>
      {(Number(minPrice) > 0 || maxPrice) && (
        <p className="site-hint">
          {maxPrice
            ? text("forms.field.amountBetween", { from: format(minPrice), to: format(maxPrice) })
            : text("forms.field.amountFrom", { from: format(minPrice) })}
        </p>
      )}
    </Part>
  );
}

/** @param currency ISO 4217 code; without it, the number alone. */
function formatPrice(price: string, currency: string | undefined, language: string): string {
  const style = currency ? ({ style: "currency", currency } as const) : { minimumFractionDigits: 2 };
  return new Intl.NumberFormat(language, style).format(Number(price));
}
