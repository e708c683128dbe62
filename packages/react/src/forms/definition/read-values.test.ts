import { describe, expect, it } from "vitest";
import { formDataOf, formOf, inputField, ruleOf, stepOf } from "../form-fixture.ts";
import { toFormView } from "./form-view.ts";
import { readForm } from "./read-values.ts";

const options = { language: "en", country: "GB" };
const read = (form: ReturnType<typeof formOf>, entries: Record<string, string | string[]>) =>
  readForm(toFormView(form), formDataOf(entries), options);
/** The value of a single field, or the key of its error. */
function outcomeOf(field: ReturnType<typeof inputField>, entries: Record<string, string | string[]>) {
  const { values, issues } = read(formOf([field]), entries);
  return issues[0]?.key ?? values[field.inputOptions!.target];
}
const choices = { options: [{ value: "a", label: "A" }, { value: "b", label: "B" }, { value: "c" }] };

const fixed = { _id: "p", fixedPriceOptions: { price: "2.00" } };
const dynamic = { _id: "d", priceType: "DYNAMIC_PRICE", dynamicPriceOptions: { minPrice: "1", maxPrice: "5000" } };

describe("values of a page", () => {
  it.each([
    ["STRING", "TEXT_INPUT", {}, { x: " Ada " }, "Ada"],
    ["STRING", "TEXT_INPUT", {}, { x: "two\u000blines\u0000\t👩‍🔧" }, "two lines \t👩‍🔧"],
    ["STRING", "TEXT_INPUT", { validation: { format: "EMAIL" } }, { x: "ada@example.com" }, "ada@example.com"],
    ["STRING", "TEXT_INPUT", { validation: { format: "URL" } }, { x: "https://example.com" }, "https://example.com"],
    ["STRING", "PHONE_INPUT", {}, { x: "020 7946 0000" }, "+442079460000"],
    ["STRING", "PHONE_INPUT", {}, { x: "+49 30 123456" }, "+4930123456"],
    ["NUMBER", "NUMBER_INPUT", {}, { x: "1,234.5" }, 1234.5],
    ["NUMBER", "RATING_INPUT", {}, { x: "4" }, 4],
    ["STRING", "RADIO_GROUP", choices, { x: "b" }, "b"],
    ["STRING", "RADIO_GROUP", { ...choices, customOption: {} }, { x: "_custom", "x.custom": "Mine" }, "Mine"],
    ["STRING", "DROPDOWN", choices, { x: "c" }, "c"],
    ["ARRAY", "CHECKBOX_GROUP", choices, { x: ["c", "a"] }, ["a", "c"]],
    ["BOOLEAN", "CHECKBOX", {}, { x: "on" }, true],
    ["BOOLEAN", "CHECKBOX", {}, {}, false],
    ["STRING", "DATE_INPUT", {}, { "x.day": "9", "x.month": "2", "x.year": "2028" }, "2028-02-09"],
    ["STRING", "TIME_INPUT", {}, { x: "14:30" }, "14:30"],
    [
      ...(["STRING", "DATE_TIME", {}] as const),
      { "x.day": "09", "x.month": "02", "x.year": "2028", "x.time": "14:30" },
      "2028-02-09T14:30",
    ],
    [
      ...(["ADDRESS", "MULTILINE_ADDRESS", {}] as const),
      { "x.addressLine": "1 High Street", "x.city": "Leeds", "x.country": "United Kingdom" },
      { addressLine: "1 High Street", city: "Leeds", country: "GB" },
    ],
    ["WIX_FILE", "FILE_UPLOAD", {}, { x: '[{"fileId":"f"}]' }, [{ fileId: "f" }]],
    ["WIX_FILE", "SIGNATURE", {}, { "x.typed": "Ada" }, "Ada"],
    ["PAYMENT", "FIXED_PAYMENT", { validation: { products: [fixed] } }, {}, [{ productId: "p", quantity: 1 }]],
    [
      ...([
        "PAYMENT",
        "CHECKBOX_GROUP",
        { validation: { products: [{ ...fixed, quantityLimit: { maximum: 5 } }] } },
      ] as const),
      { x: "p", "x.p.quantity": "3" },
      [{ productId: "p", quantity: 3 }],
    ],
    [
      ...(["PAYMENT", "PAYMENT_INPUT", { validation: { products: [dynamic] } }] as const),
      { "x.price": "1,234.5" },
      [{ productId: "d", quantity: 1, price: "1234.50" }],
    ],
    ["PAYMENT", "PAYMENT_INPUT", { validation: { products: [dynamic] } }, {}, undefined],
  ])("of %s, %s %j: %j is %j", (inputType, componentType, fieldOptions, entries, value) => {
    expect(outcomeOf(inputField("x", inputType, componentType, fieldOptions), entries as never)).toEqual(value);
  });

  it.each([
    ["STRING", "TEXT_INPUT", { required: true }, { x: " " }, "data.check.required"],
    ["STRING", "TEXT_INPUT", { validation: { format: "EMAIL" } }, { x: "ada" }, "data.check.email"],
    ["STRING", "TEXT_INPUT", { validation: { maxLength: 2 } }, { x: "Ada" }, "data.check.long"],
    ["STRING", "TEXT_INPUT", { validation: { pattern: "^[A-Z]{3}$" } }, { x: "Ada" }, "forms.check.format"],
    ["STRING", "PHONE_INPUT", {}, { x: "call me" }, "forms.check.phone"],
    ["NUMBER", "NUMBER_INPUT", { validation: { maximum: 9 } }, { x: "10" }, "data.check.most"],
    ["NUMBER", "NUMBER_INPUT", { validation: { multipleOf: 0.5 } }, { x: "1.3" }, "forms.check.multiple"],
    ["NUMBER", "RATING_INPUT", { required: true }, { x: "6" }, "data.check.chosen"],
    ["STRING", "DROPDOWN", { ...choices, required: true }, { x: "z" }, "data.check.chosen"],
    ["ARRAY", "CHECKBOX_GROUP", { ...choices, validation: { maxItems: 1 } }, { x: ["a", "b"] }, "forms.check.many"],
    ["BOOLEAN", "CHECKBOX", { required: true }, {}, "forms.check.ticked"],
    [
      "PAYMENT",
      "CHECKBOX_GROUP",
      { required: true, validation: { products: [fixed] } },
      { x: "z" },
      "data.check.chosen",
    ],
    ["PAYMENT", "PAYMENT_INPUT", { required: true, validation: { products: [dynamic] } }, {}, "forms.check.amount"],
    ["PAYMENT", "PAYMENT_INPUT", { validation: { products: [dynamic] } }, { "x.price": "1.005" }, "forms.check.amount"],
    [
      "PAYMENT",
      "PAYMENT_INPUT",
      { validation: { products: [dynamic] } },
      { "x.price": "0.99" },
      "forms.check.lowAmount",
    ],
    [
      "PAYMENT",
      "PAYMENT_INPUT",
      { validation: { products: [dynamic] } },
      { "x.price": "9999" },
      "forms.check.highAmount",
    ],
    ["STRING", "DATE_INPUT", {}, { "x.day": "30", "x.month": "2", "x.year": "2028" }, "data.check.date"],
    ["ADDRESS", "MULTILINE_ADDRESS", {}, { "x.city": "Leeds" }, "forms.check.addressPart"],
    ["WIX_FILE", "FILE_UPLOAD", { required: true }, { x: "[]" }, "forms.check.file"],
    ["WIX_FILE", "FILE_UPLOAD", {}, { x: "[]", "x.pending": "1" }, "forms.check.uploading"],
    ["WIX_FILE", "SIGNATURE", { required: true }, {}, "forms.check.signature"],
    ["SCHEDULING", "APPOINTMENT", { required: true }, {}, "forms.check.unavailable"],
  ])("are rejected: of %s, %s %j, %j has the error %s", (inputType, componentType, fieldOptions, entries, key) => {
    expect(outcomeOf(inputField("x", inputType, componentType, fieldOptions), entries as never)).toBe(key);
  });

  it("are omitted if a rule hides their field, also for other rules", () => {
    const form = formOf(
      [
        inputField("kind", "STRING", "RADIO_GROUP", choices),
        inputField("company", "STRING", "TEXT_INPUT", { hidden: true, required: true }),
        inputField("size", "STRING", "TEXT_INPUT", { hidden: true }),
      ],
      {
        formRules: [
          ruleOf("kind", "b", "company", { propertyType: "HIDDEN", hiddenOptions: { hidden: false } }),
          ruleOf("company", "Acme", "size", { propertyType: "HIDDEN", hiddenOptions: { hidden: false } }),
        ],
      },
    );
    const typed = { company: "Acme", size: "9" };
    expect(read(form, { ...typed, kind: "b" }).values).toEqual({ ...typed, kind: "b" });
    expect(read(form, { ...typed, kind: "a" })).toMatchObject({ values: { kind: "a" }, issues: [] });
    expect(read(form, { kind: "b" }).issues).toEqual([{ key: "data.check.required", target: "company" }]);
  });

  it("are required if a rule requires them", () => {
    const form = formOf(
      [inputField("kind", "STRING", "RADIO_GROUP", choices), inputField("phone", "STRING", "PHONE_INPUT")],
      { formRules: [ruleOf("kind", "a", "phone", { propertyType: "REQUIRED", requiredOptions: { required: true } })] },
    );
    expect(read(form, { kind: "a" }).issues).toEqual([{ key: "data.check.required", target: "phone" }]);
    expect(read(form, { kind: "b" }).issues).toEqual([]);
  });
});

describe("steps", () => {
  const fields = ["a", "b", "c"].map((target) => inputField(target, "STRING", "TEXT_INPUT"));
  const targets = (form: ReturnType<typeof formOf>) =>
    toFormView(form).steps.map((step) => step.fields.map(({ target }) => target));

  it("have their fields by row, and fields without a place at the end", () => {
    expect(targets(formOf(fields, { steps: [stepOf("1", "b"), stepOf("2", "a")] }))).toEqual([["b"], ["a", "c"]]);
    expect(targets(formOf(fields))).toEqual([["a", "b", "c"]]);
  });

  it("that are hidden are not shown", () => {
    const hidden = { ...stepOf("2", "a"), hidden: true };
    expect(targets(formOf(fields, { steps: [stepOf("1", "b", "c"), hidden] }))).toEqual([["b", "c"]]);
  });
});
