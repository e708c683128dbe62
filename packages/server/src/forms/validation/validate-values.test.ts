import { randomUUID } from "node:crypto";
import type { Form } from "@porchlight/contract/forms/form";
import type { InputField, StringValidation } from "@porchlight/contract/forms/form-fields";
import { describe, expect, it } from "vitest";
import { field, rule, textField } from "../../../test/forms/forms.ts";
import { validateValues } from "./validate-values.ts";

const files = new Map([
  ["a.png", { displayName: "a.png", mediaType: "IMAGE", mimeType: "image/png" }],
  ["b.pdf", { displayName: "b.pdf", mediaType: "DOCUMENT", mimeType: "application/pdf" }],
  ["c.zip", { displayName: "c.zip", mediaType: "DOCUMENT", mimeType: "application/zip" }],
] as const);
const context = { now: "2030-06-15T12:00:00.000Z", files };

const validate = (formFields: Form["formFields"], values: object, formRules: Form["formRules"] = []) =>
  validateValues({ formFields, formRules, steps: [] }, { ...values }, context);
const errorsOf = (input: Partial<InputField>, value: unknown) =>
  validate([field("x", input)], { x: value }).errors.map(({ errorPath, errorType }) => `${errorPath} ${errorType}`);
const text = (validation: StringValidation): Partial<InputField> => ({ stringOptions: { validation } });

describe("validateValues", () => {
  it.each<[StringValidation, unknown[], unknown[]]>([
    [{ format: "EMAIL" }, ["ada@example.com", "a+b@x.co"], ["ada", "a@b@c", "a b@c.de", "@x.co"]],
    [{ format: "DATE" }, ["2024-02-29"], ["2023-02-29", "2024-2-9", "2024-02-29T00:00", "x"]],
    [{ format: "TIME" }, ["09:30", "23:59:59", "00:00:00.5"], ["24:00", "9:30", "09:60"]],
    [
      { format: "DATE_TIME" },
      ["2024-02-29T09:30", "2024-02-29T09:30:00Z", "2024-02-29T09:30:00.1+02:00"],
      ["2024-02-30T09:30", "2024-02-29"],
    ],
    [{ format: "DATE_OPTIONAL_TIME" }, ["2024-02-29", "2024-02-29T09:30"], ["09:30"]],
    [{ format: "URL" }, ["https://example.com/a?b"], ["javascript:alert(1)", "example.com", "ftp://x.example"]],
    [{ format: "URI" }, ["mailto:a@b.co", "tel:+49"], ["data:text/html,x"]],
    [{ format: "PHONE" }, ["+44 20 7946 0000", "(030) 123456"], ["12", "phone"]],
    [{ format: "COLOR_HEX" }, ["#fff", "#A1B2C3"], ["fff", "#ffff"]],
    [{ format: "HOSTNAME" }, ["a.example"], ["-a.example", "a..b"]],
    [{ format: "CURRENCY" }, ["EUR"], ["eur", "EURO"]],
    [{ format: "LANGUAGE" }, ["de", "pt-BR"], ["german!"]],
    [{ format: "UUID" }, [randomUUID()], ["x"]],
    [{ enum: ["a", "b"] }, ["a"], ["c"]],
    [{ pattern: "^[A-Z]{2}$" }, ["AB"], ["ab", "ABC"]],
    [{ minLength: 2, maxLength: 3 }, ["ab", "🦄🦄🦄"], ["a", "abcd"]],
    [
      { format: "DATE", dateOptions: { minimum: "2024-01-01", maximum: "$now" } },
      ["2024-01-01", "2030-06-15"],
      ["2023-12-31", "2030-06-16"],
    ],
    [{ format: "TIME", timeOptions: { minimum: "09:00" } }, ["09:00", "10:00"], ["08:59"]],
  ])("checks texts by %j", (validation, valid, invalid) => {
    for (const value of valid) expect([value, errorsOf(text(validation), value)]).toEqual([value, []]);
    for (const value of invalid) expect([value, errorsOf(text(validation), value).length]).toEqual([value, 1]);
  });

  it("matches patterns in linear time", () => {
    expect(errorsOf(text({ pattern: "^(a+)+$" }), `${"a".repeat(1_900)}!`)).toEqual(["x PATTERN_ERROR"]);
  });

  it.each<[Partial<InputField>, unknown, string[]]>([
    [{}, 1, ["x TYPE_ERROR"]],
    [{}, ["a"], ["x TYPE_ERROR"]],
    [{}, "a".repeat(20_001), ["x MAX_LENGTH_ERROR"]],
    [{}, "a\u0007", ["x FORMAT_ERROR"]],
    [{ inputType: "NUMBER" }, "1", ["x TYPE_ERROR"]],
    [{ inputType: "NUMBER", numberOptions: { validation: { minimum: 2 } } }, 1, ["x MIN_VALUE_ERROR"]],
    [{ inputType: "NUMBER", numberOptions: { validation: { maximum: 2 } } }, 3, ["x MAX_VALUE_ERROR"]],
    [{ inputType: "NUMBER", numberOptions: { validation: { multipleOf: 0.1 } } }, 0.3, []],
    [{ inputType: "NUMBER", numberOptions: { validation: { multipleOf: 0.1 } } }, 0.35, ["x MULTIPLE_OF_VALUE_ERROR"]],
    [{ inputType: "NUMBER", numberOptions: { componentType: "RATING_INPUT" } }, 5, []],
    [{ inputType: "NUMBER", numberOptions: { componentType: "RATING_INPUT" } }, 6, ["x MAX_VALUE_ERROR"]],
    [{ inputType: "NUMBER", numberOptions: { componentType: "RATING_INPUT" } }, 2.5, ["x TYPE_ERROR"]],
    [{ inputType: "BOOLEAN" }, "true", ["x TYPE_ERROR"]],
    [{ inputType: "BOOLEAN" }, false, []],
    [{ inputType: "BOOLEAN", required: true }, false, ["x REQUIRED_VALUE_ERROR"]],
    [{ inputType: "ARRAY" }, "a", ["x TYPE_ERROR"]],
    [{ inputType: "ARRAY" }, ["a", {}], ["x.1 TYPE_ERROR"]],
    [{ inputType: "ARRAY", arrayOptions: { validation: { maxItems: 1 } } }, ["a", "b"], ["x MAX_ITEMS_ERROR"]],
    [{ inputType: "ARRAY", arrayOptions: { validation: { minItems: 2 } } }, ["a"], ["x MIN_ITEMS_ERROR"]],
    [
      {
        inputType: "ARRAY",
        arrayOptions: { componentType: "CHECKBOX_GROUP", checkboxGroupOptions: { options: [{ value: "a" }] } },
      },
      ["a", "b"],
      ["x NOT_ALLOWED_VALUE_ERROR"],
    ],
    [
      { stringOptions: { componentType: "DROPDOWN", dropdownOptions: { options: [{ value: "a" }] } } },
      "b",
      ["x NOT_ALLOWED_VALUE_ERROR"],
    ],
    [
      {
        stringOptions: { componentType: "DROPDOWN", dropdownOptions: { options: [{ value: "a" }], customOption: {} } },
      },
      "b",
      [],
    ],
    [
      { inputType: "OBJECT", objectOptions: { validation: { properties: { a: { string: {}, required: true } } } } },
      { b: 1 },
      ["x.b UNKNOWN_VALUE_ERROR", "x.a REQUIRED_VALUE_ERROR"],
    ],
    [{ inputType: "SCHEDULING" }, { at: 1 }, ["x NOT_ALLOWED_VALUE_ERROR"]],
    [{ inputType: "ADDRESS" }, { country: "DE", city: "Köln" }, []],
    [
      { inputType: "ADDRESS" },
      { country: "Germany", planet: "Earth" },
      ["x.planet UNKNOWN_VALUE_ERROR", "x.country MAX_LENGTH_ERROR", "x.country FORMAT_ERROR"],
    ],
    [
      {
        inputType: "ADDRESS",
        addressOptions: { validation: { allowedCountries: ["GB"], fields: { city: { required: true } } } },
      },
      { country: "DE" },
      ["x.city REQUIRED_VALUE_ERROR", "x.country NOT_ALLOWED_VALUE_ERROR"],
    ],
    [{ inputType: "WIX_FILE" }, [{ fileId: "a.png" }], []],
    [{ inputType: "WIX_FILE" }, [{ fileId: "a.png" }, { fileId: "b.pdf" }], ["x MAX_ITEMS_ERROR"]],
    [{ inputType: "WIX_FILE" }, [{ fileId: "z.png" }], ["x NOT_ALLOWED_VALUE_ERROR"]],
    [{ inputType: "WIX_FILE" }, "a.png", ["x TYPE_ERROR"]],
    [
      { inputType: "WIX_FILE", wixFileOptions: { validation: { uploadFileFormats: ["IMAGE"] } } },
      [{ fileId: "b.pdf" }],
      ["x NOT_ALLOWED_VALUE_ERROR"],
    ],
    [
      { inputType: "WIX_FILE", wixFileOptions: { validation: { uploadFileFormats: ["ARCHIVE"] } } },
      [{ fileId: "c.zip" }],
      [],
    ],
    [{ inputType: "WIX_FILE", wixFileOptions: { componentType: "SIGNATURE" } }, "Ada Lovelace", []],
    [
      { inputType: "WIX_FILE", wixFileOptions: { componentType: "SIGNATURE" } },
      [{ fileId: "b.pdf" }],
      ["x NOT_ALLOWED_VALUE_ERROR"],
    ],
  ])("checks by %j the value %j", (input, value, errors) => {
    expect(errorsOf(input, value)).toEqual(errors);
  });

  it("treats empty values as missing", () => {
    for (const empty of ["", null, [], {}]) {
      expect(errorsOf({}, empty)).toEqual([]);
      expect(errorsOf({ required: true }, empty)).toEqual(["x REQUIRED_VALUE_ERROR"]);
      expect(validate([field("x")], { x: empty }).values).toEqual({});
    }
  });

  it("requires, hides and shows fields by rules", () => {
    const [kind, company, coupon] = [
      textField("kind"),
      textField("company", {}, { required: true }),
      textField("coupon"),
    ];
    const hide = [rule("kind", "person", company, "hide")];
    expect(validate([kind, company], { kind: "person", company: "ACME" }, hide)).toMatchObject({
      errors: [],
      values: { kind: "person" },
    });
    expect(validate([kind, company], { kind: "firm" }, hide).errors).toMatchObject([
      { errorPath: "company", errorType: "REQUIRED_VALUE_ERROR" },
    ]);
    const require = [rule("kind", "firm", coupon, "require")];
    expect(validate([kind, coupon], { kind: "firm" }, require).errors).toMatchObject([{ errorPath: "coupon" }]);
    const hidden = { ...company, hidden: true };
    const show = [rule("kind", "firm", hidden, "show")];
    expect(validate([kind, hidden], { kind: "person" }, show).errors).toEqual([]);
    expect(validate([kind, hidden], { kind: "firm" }, show).errors).toMatchObject([{ errorPath: "company" }]);
  });

  it("ignores the value of a hidden field in other rules", () => {
    const [a, b, c] = [textField("a"), textField("b"), textField("c", {}, { required: true })];
    const rules = [rule("a", "x", b, "hide"), rule("b", "y", c, "hide")];
    expect(validate([a, b, c], { a: "", b: "y" }, rules).errors).toEqual([]);
    expect(validate([a, b, c], { a: "x", b: "y" }, rules).errors).toMatchObject([{ errorPath: "c" }]);
  });

  it("keeps values of fields that are always hidden", () => {
    const campaign = { ...textField("campaign", {}, { required: true }), hidden: true };
    expect(validate([campaign], { campaign: "spring" })).toMatchObject({ errors: [], values: { campaign: "spring" } });
    expect(validate([campaign], {}).errors).toEqual([]);
  });

  it("computes the amount from the prices of the form", () => {
    const [tea, gift] = [randomUUID(), randomUUID()];
    const pay = field("pay", {
      inputType: "PAYMENT",
      paymentOptions: {
        validation: {
          products: [
            { id: tea, priceType: "FIXED_PRICE", fixedPriceOptions: { price: "0.10" }, quantityLimit: { maximum: 5 } },
            { id: gift, priceType: "DYNAMIC_PRICE", dynamicPriceOptions: { minPrice: "5", maxPrice: "20.50" } },
          ],
        },
      },
    });
    const order = [
      { productId: tea, quantity: 3, price: "0.01" },
      { productId: gift, price: "20.5" },
    ];
    expect(validate([pay], { pay: order })).toMatchObject({
      errors: [],
      amount: "20.80",
      values: {
        pay: [
          { productId: tea, quantity: 3, price: "0.10" },
          { productId: gift, quantity: 1, price: "20.5" },
        ],
      },
    });
    for (const bad of [
      [{ productId: tea, quantity: 6 }],
      [{ productId: tea, quantity: 0 }],
      [{ productId: tea, quantity: -1 }],
      [{ productId: tea }, { productId: tea }],
      [{ productId: gift, price: "4.99" }],
      [{ productId: gift, price: "1e3" }],
      [{ productId: gift }],
      [{ productId: randomUUID() }],
      ["tea"],
      [{ productId: tea, quantity: 1e300 }],
    ]) {
      const { errors, amount } = validate([pay], { pay: bad });
      expect([bad, errors.length > 0, amount]).toEqual([bad, true, "0.00"]);
    }
  });
});
