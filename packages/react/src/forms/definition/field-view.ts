import type { FormField } from "@porchlight/client/forms";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type {
  AddressPart,
  AddressValidation,
  ArrayValidation,
  FieldChoice,
  FileValidation,
  FormProduct,
  InputField,
  NumberValidation,
  PaymentValidation,
  StringValidation,
} from "@porchlight/contract/forms/form-fields";
import { inputOptionsNames } from "@porchlight/contract/forms/form-values";

/** How a field is rendered. `unavailable`: this server has no provider for it. */
export type FieldKind =
  | "line"
  | "text"
  | "email"
  | "url"
  | "phone"
  | "number"
  | "rating"
  | "radio"
  | "select"
  | "checkboxes"
  | "checkbox"
  | "date"
  | "time"
  | "dateTime"
  | "address"
  | "file"
  | "signature"
  | "payment"
  | "content"
  | "signIn"
  | "unavailable";

/** A choice with its value as text, as the page submits it. */
export interface ChoiceView {
  key: string;
  label: string;
  value: unknown;
  isDefault: boolean;
}

/** Limits of a value, from the validation of any input type. */
export type FieldLimits = StringValidation &
  Omit<NumberValidation, "enum"> &
  ArrayValidation &
  FileValidation &
  Pick<PaymentValidation, "products"> &
  Pick<AddressValidation, "allowedCountries"> & { fields?: AddressValidation["fields"] };

/** A product that a payment field offers. Prices are decimal text. */
export interface ProductView {
  id: string;
  label: string;
  /** Absent if the person enters the amount. */
  price?: string | undefined;
  minPrice: string;
  maxPrice?: string | undefined;
  minQuantity: number;
  maxQuantity: number;
  isDefault: boolean;
}

/** A field of a form, as it is rendered. */
export interface FieldView {
  id: string;
  /** Key of the value; empty for fields without one. */
  target: string;
  kind: FieldKind;
  /** As plain text, for messages. */
  label: string;
  /** The label of a checkbox with links or formats. */
  richLabel?: RichContent | undefined;
  isLabelShown: boolean;
  description?: RichContent | undefined;
  /** The text of a display field. */
  content?: RichContent | undefined;
  placeholder?: string | undefined;
  isRequired: boolean;
  /** By the definition; rules may show it. */
  isHidden: boolean;
  isReadOnly: boolean;
  choices: readonly ChoiceView[];
  /** Of a payment field. */
  products: readonly ProductView[];
  /** How products are chosen: the only one, one of them, or several. */
  productChoice: "fixed" | "one" | "many";
  /** Label of the choice of the person's own, if there is one. */
  customChoice?: string | undefined;
  /** Initial values of the native controls. */
  initial: readonly string[];
  limits: FieldLimits;
  /** Parts of an address, in input order. */
  addressParts: readonly AddressPart[];
  defaultCountry?: string | undefined;
  autoComplete?: string | undefined;
  uploadHint?: string | undefined;
}

/** Kinds by component; a `TEXT_INPUT` depends on its format. */
const kinds: Readonly<Record<string, FieldKind>> = {
  RADIO_GROUP: "radio",
  DROPDOWN: "select",
  DATE_TIME: "dateTime",
  PHONE_INPUT: "phone",
  DATE_INPUT: "date",
  DATE_PICKER: "date",
  TIME_INPUT: "time",
  NUMBER_INPUT: "number",
  RATING_INPUT: "rating",
  CHECKBOX: "checkbox",
  CHECKBOX_GROUP: "checkboxes",
  TAGS: "checkboxes",
  SERVICES_DROPDOWN: "select",
  SERVICES_CHECKBOX_GROUP: "checkboxes",
  FILE_UPLOAD: "file",
  SIGNATURE: "signature",
  MULTILINE_ADDRESS: "address",
};
/** Payment fields have components of the same names as others. */
const productChoices: Readonly<Record<string, FieldView["productChoice"]>> = {
  FIXED_PAYMENT: "fixed",
  PAYMENT_INPUT: "one",
  DONATION_INPUT: "one",
};
const textKinds: Readonly<Record<string, FieldKind>> = {
  DATE: "date",
  TIME: "time",
  DATE_TIME: "dateTime",
  EMAIL: "email",
  URL: "url",
  URI: "url",
  PHONE: "phone",
};
/** For fields without a component. */
const defaultKinds: Partial<Record<InputField["inputType"], FieldKind>> = {
  STRING: "line",
  NUMBER: "number",
  BOOLEAN: "checkbox",
  WIX_FILE: "file",
  ADDRESS: "address",
};
const withoutProvider = new Set<InputField["inputType"]>(["OBJECT", "SCHEDULING"]);
const choiceKinds = new Set<FieldKind>(["radio", "select", "checkboxes"]);

/** Source: HTML Standard, autofill detail tokens. */
const autoCompletes: Readonly<Record<string, string>> = {
  FIRST_NAME: "given-name",
  LAST_NAME: "family-name",
  COMPANY: "organization",
  POSITION: "organization-title",
  EMAIL: "email",
  PHONE: "tel",
  BIRTHDATE: "bday",
};

/** All options that components have. */
interface AnyOptions {
  label?: string | RichContent | null;
  description?: RichContent | null;
  showLabel?: boolean | null;
  placeholder?: string | null;
  default?: unknown;
  checked?: boolean;
  multiline?: boolean | null;
  options?: (FieldChoice & { _id?: string })[];
  customOption?: { label?: string | null } | null;
  explanationText?: string | null;
  defaultCountryCode?: string | null;
  defaultCountryConfig?: { countryOptions?: string };
  fieldSettings?: { addressLine2?: { show?: boolean } };
}

/** The field as it is rendered; `undefined` for the buttons of a step. */
export function toFieldView({ _id: id, hidden, inputOptions, displayOptions }: FormField): FieldView | undefined {
  const base = { id, isHidden: hidden ?? false, isReadOnly: false, isLabelShown: true, isRequired: false };
  const none = {
    choices: [],
    products: [],
    productChoice: "many" as const,
    initial: [],
    limits: {},
    addressParts: [],
    label: "",
    target: "",
  };
  if (displayOptions && !inputOptions) {
    const content = displayOptions.richContentOptions?.richContent;
    if (displayOptions.displayFieldType === "RICH_CONTENT") return { ...none, ...base, kind: "content", content };
    return displayOptions.displayFieldType === "LOGIN_BAR" ? { ...none, ...base, kind: "signIn" } : undefined;
  }
  if (!inputOptions) return undefined;
  const { target, inputType, required = false, readOnly = false, contactMapping } = inputOptions;
  const typeOptions = Object(inputOptions[inputOptionsNames[inputType]]) as {
    componentType?: string;
    validation?: FieldLimits;
  };
  const { componentType = "", validation: limits = {} } = typeOptions;
  const componentName = componentType.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const options = Object((typeOptions as Record<string, unknown>)[`${componentName}Options`]) as AnyOptions;
  const choices = (options.options ?? []).map(toChoiceView);
  const products = inputType === "PAYMENT" ? toProductViews(limits.products ?? [], choices, options) : [];
  const kind = kindOf(inputOptions, componentType, limits, options, choices.length > 0);
  const richLabel = typeof options.label === "object" ? (options.label ?? undefined) : undefined;
  const label = typeof options.label === "string" && options.label.trim() ? options.label : plainText(richLabel);
  return {
    ...base,
    target,
    kind,
    label: label || target,
    richLabel,
    isLabelShown: options.showLabel ?? true,
    description: options.description ?? undefined,
    placeholder: options.placeholder ?? undefined,
    isRequired: required,
    isReadOnly: readOnly,
    choices: inputType === "PAYMENT" ? [] : choices,
    products,
    productChoice: productChoices[componentType] ?? "many",
    customChoice: options.customOption ? (options.customOption.label ?? "") : undefined,
    initial: kind === "payment" ? [] : initialOf(kind, options, choices),
    limits,
    addressParts: kind === "address" ? partsOf(limits, options) : [],
    defaultCountry: options.defaultCountryCode ?? options.defaultCountryConfig?.countryOptions ?? undefined,
    autoComplete: autoCompletes[contactMapping?.contactField ?? ""] ?? (kind === "email" ? "email" : undefined),
    uploadHint: options.explanationText ?? undefined,
  };
}

function kindOf(
  { inputType }: InputField,
  componentType: string,
  { format }: FieldLimits,
  { multiline }: AnyOptions,
  hasChoices: boolean,
): FieldKind {
  if (withoutProvider.has(inputType)) return "unavailable";
  if (inputType === "PAYMENT") return "payment";
  const kind = kinds[componentType] ?? (componentType === "PASSWORD" ? "unavailable" : defaultKinds[inputType]);
  if (kind === undefined || (choiceKinds.has(kind) && !hasChoices)) return "unavailable";
  if (kind !== "line") return kind;
  return textKinds[format ?? ""] ?? (multiline ? "text" : "line");
}

const toChoiceView = ({ label, value, default: isDefault = false }: FieldChoice): ChoiceView => {
  const key = typeof value === "string" ? value : JSON.stringify(value ?? label ?? "");
  return { key, label: label || key, value: value ?? label ?? "", isDefault };
};

/** Products with the labels and defaults of the options that name them. */
function toProductViews(
  products: readonly (FormProduct & { _id?: string })[],
  choices: readonly ChoiceView[],
  options: AnyOptions,
): ProductView[] {
  return products.map((product) => {
    const { _id: id = "", priceType, fixedPriceOptions, dynamicPriceOptions, quantityLimit } = product;
    const isDynamic = priceType === "DYNAMIC_PRICE";
    const choice = choices.find(({ key }) => key === id);
    const minQuantity = quantityLimit?.minimum ?? 1;
    const label = choice && choice.label !== id ? choice.label : isDynamic ? options.customOption?.label : undefined;
    return {
      id,
      label: label ?? "",
      price: isDynamic ? undefined : (fixedPriceOptions?.price ?? "0"),
      minPrice: dynamicPriceOptions?.minPrice ?? "0",
      maxPrice: dynamicPriceOptions?.maxPrice ?? undefined,
      minQuantity,
      // Without a limit, one piece of a product is bought.
      maxQuantity: Math.max(quantityLimit ? (quantityLimit.maximum ?? 100_000) : 1, minQuantity),
      isDefault: choice?.isDefault ?? false,
    };
  });
}

function initialOf(kind: FieldKind, options: AnyOptions, choices: readonly ChoiceView[]): string[] {
  if (kind === "checkbox") return options.checked ? ["on"] : [];
  if (choices.length > 0) return choices.flatMap(({ isDefault, key }) => (isDefault ? key : []));
  return typeof options.default === "string" || typeof options.default === "number" ? [String(options.default)] : [];
}

function partsOf({ fields = {} }: FieldLimits, { fieldSettings }: AnyOptions): AddressPart[] {
  const hasStreet = Boolean(fields.streetName?.required || fields.streetNumber?.required);
  return [
    ...(hasStreet ? (["streetName", "streetNumber"] as const) : (["addressLine"] as const)),
    ...(fieldSettings?.addressLine2?.show || fields.addressLine2?.required ? (["addressLine2"] as const) : []),
    "postalCode",
    "city",
    "subdivision",
    "country",
  ];
}

/** The text of a document, for labels. */
export function plainText(document: RichContent | undefined): string {
  const collect = (value: unknown): string => {
    const { nodes, textData } = Object(value) as { nodes?: unknown[]; textData?: { text?: string } };
    return (textData?.text ?? "") + (nodes ?? []).map(collect).join("");
  };
  return collect(document).trim();
}
