import type { FormField } from "@porchlight/client/forms";
import type { InputType } from "@porchlight/contract/forms/form-values";
import { inputOptionsNames } from "@porchlight/contract/forms/form-values";
import { randomUuid } from "@porchlight/contract/wire/random-uuid";
import {
  AlignLeft,
  AtSign,
  CalendarClock,
  CalendarDays,
  ChevronDown,
  CircleDollarSign,
  CircleDot,
  Clock,
  FileUp,
  Hash,
  HeartHandshake,
  Link2,
  ListChecks,
  LogIn,
  type LucideIcon,
  MapPin,
  PenTool,
  Phone,
  Receipt,
  RectangleHorizontal,
  ShoppingCart,
  SquareCheck,
  Star,
  Text,
  Type,
} from "lucide-react";
import { text } from "../../texts/text.ts";
import { componentOf, componentOptionsName, documentOf, validationOf } from "./field-options.ts";

/** A kind of field that can be added. */
export type FieldType =
  | "line"
  | "text"
  | "email"
  | "url"
  | "phone"
  | "number"
  | "radio"
  | "select"
  | "checkboxes"
  | "checkbox"
  | "rating"
  | "date"
  | "time"
  | "dateTime"
  | "address"
  | "file"
  | "signature"
  | "content"
  | "buttons"
  | "signIn"
  | "price"
  | "products"
  | "amount"
  | "donation";

interface TypeInfo {
  name: string;
  icon: LucideIcon;
  /** Input type, component, and format of the value; absent for display fields. */
  input?: readonly [InputType, string, format?: string];
  /** The part of a contact that the value may belong to. */
  contactFields?: readonly ContactField[];
}

/** A part of a contact that a value belongs to. */
export type ContactField = NonNullable<
  NonNullable<NonNullable<FormField["inputOptions"]>["contactMapping"]>["contactField"]
>;

const names = ["FIRST_NAME", "LAST_NAME", "COMPANY", "POSITION", "VAT_ID"] as const;

/** All kinds of fields that can be added. */
export const fieldTypes: Readonly<Record<FieldType, TypeInfo>> = {
  line: { name: text("Short text"), icon: Type, input: ["STRING", "TEXT_INPUT"], contactFields: names },
  text: { name: text("Long text"), icon: AlignLeft, input: ["STRING", "TEXT_INPUT"] },
  email: { name: text("Email"), icon: AtSign, input: ["STRING", "TEXT_INPUT", "EMAIL"], contactFields: ["EMAIL"] },
  url: { name: text("Web address"), icon: Link2, input: ["STRING", "TEXT_INPUT", "URL"] },
  phone: { name: text("Phone"), icon: Phone, input: ["STRING", "PHONE_INPUT", "PHONE"], contactFields: ["PHONE"] },
  number: { name: text("Number"), icon: Hash, input: ["NUMBER", "NUMBER_INPUT"] },
  radio: { name: text("Single choice"), icon: CircleDot, input: ["STRING", "RADIO_GROUP"] },
  select: { name: text("Dropdown"), icon: ChevronDown, input: ["STRING", "DROPDOWN"] },
  checkboxes: { name: text("Multiple choice"), icon: ListChecks, input: ["ARRAY", "CHECKBOX_GROUP"] },
  checkbox: {
    name: text("Checkbox"),
    icon: SquareCheck,
    input: ["BOOLEAN", "CHECKBOX"],
    contactFields: ["SUBSCRIPTION"],
  },
  rating: { name: text("Rating"), icon: Star, input: ["NUMBER", "RATING_INPUT"] },
  date: {
    name: text("Date"),
    icon: CalendarDays,
    input: ["STRING", "DATE_INPUT", "DATE"],
    contactFields: ["BIRTHDATE"],
  },
  time: { name: text("Time"), icon: Clock, input: ["STRING", "TIME_INPUT", "TIME"] },
  dateTime: { name: text("Date and time"), icon: CalendarClock, input: ["STRING", "DATE_TIME", "DATE_TIME"] },
  address: { name: text("Address"), icon: MapPin, input: ["ADDRESS", "MULTILINE_ADDRESS"], contactFields: ["ADDRESS"] },
  file: { name: text("File upload"), icon: FileUp, input: ["WIX_FILE", "FILE_UPLOAD"] },
  signature: { name: text("Signature"), icon: PenTool, input: ["WIX_FILE", "SIGNATURE"] },
  content: { name: text("Text"), icon: Text },
  buttons: { name: text("Button texts"), icon: RectangleHorizontal },
  signIn: { name: text("Sign-in bar"), icon: LogIn },
  price: { name: text("Fixed price"), icon: Receipt, input: ["PAYMENT", "FIXED_PAYMENT"] },
  products: { name: text("Products"), icon: ShoppingCart, input: ["PAYMENT", "CHECKBOX_GROUP"] },
  amount: { name: text("Own amount"), icon: CircleDollarSign, input: ["PAYMENT", "PAYMENT_INPUT"] },
  donation: { name: text("Donation"), icon: HeartHandshake, input: ["PAYMENT", "DONATION_INPUT"] },
};

/** The palette, in groups. */
export const fieldGroups: readonly { name: string; types: readonly FieldType[] }[] = [
  { name: text("Text and numbers"), types: ["line", "text", "email", "url", "phone", "number"] },
  { name: text("Choices"), types: ["radio", "select", "checkboxes", "checkbox", "rating"] },
  { name: text("Dates, places, files"), types: ["date", "time", "dateTime", "address", "file", "signature"] },
  { name: text("Display"), types: ["content", "buttons", "signIn"] },
  { name: text("Payment"), types: ["price", "products", "amount", "donation"] },
];

const displayTypes: Readonly<Record<string, FieldType>> = {
  RICH_CONTENT: "content",
  PAGE_NAVIGATION: "buttons",
  LOGIN_BAR: "signIn",
};
/** A text input is one of these by the format of its value. */
const typesByFormat: Readonly<Record<string, FieldType>> = {
  EMAIL: "email",
  URL: "url",
  URI: "url",
  PHONE: "phone",
  DATE: "date",
  TIME: "time",
  DATE_TIME: "dateTime",
};
const otherComponents: Readonly<Record<string, FieldType>> = { DATE_PICKER: "date", TAGS: "checkboxes" };

/** The kind of a field; `undefined` if the console cannot edit it, for example because a program added it. */
export function typeOf(field: FormField): FieldType | undefined {
  const { inputOptions, displayOptions } = field;
  if (!inputOptions) return displayTypes[displayOptions?.displayFieldType ?? ""];
  const component = componentOf(field);
  if (inputOptions.inputType === "STRING" && (component === "TEXT_INPUT" || component === "")) {
    const multiline = inputOptions.stringOptions?.textInputOptions?.multiline;
    return typesByFormat[validationOf(field).format ?? ""] ?? (multiline ? "text" : "line");
  }
  const types = Object.entries(fieldTypes) as [FieldType, TypeInfo][];
  const found = types.find(([, { input }]) => input?.[0] === inputOptions.inputType && input[1] === component);
  return found?.[0] ?? otherComponents[component];
}

/** Whether a field has options to choose from. */
export const hasChoices = (type: FieldType | undefined): boolean =>
  type === "radio" || type === "select" || type === "checkboxes";

/** Whether a field is about a payment. */
export const isPayment = (type: FieldType | undefined): boolean =>
  type === "price" || type === "products" || type === "amount" || type === "donation";

/** The key of a field's value for a label: ASCII, unique among `taken`. */
export function targetFor(label: string, taken: ReadonlySet<string>): string {
  const ascii = label.normalize("NFKD").replaceAll("ß", "ss").toLowerCase();
  const base = ascii
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const name = base.slice(0, 50) || "field";
  let target = name;
  for (let number = 2; taken.has(target); number++) target = `${name}_${number}`;
  return target;
}

const newChoice = (label: string) => ({ _id: randomUuid(), label, value: label });

/** A new field with a default label. @param taken Keys of values that the form already has. */
export function createField(type: FieldType, taken: ReadonlySet<string>): FormField {
  const { name, input } = fieldTypes[type];
  if (!input) return createDisplayField(type);
  const [inputType, componentType, format] = input;
  const label = type === "checkbox" ? documentOf(text("I agree")) : name;
  const options = {
    label,
    showLabel: true,
    ...(type === "text" && { multiline: true }),
    ...(hasChoices(type) && {
      options: [newChoice(text("Option {n}", { n: 1 })), newChoice(text("Option {n}", { n: 2 }))],
    }),
    ...(isPayment(type) && { options: [] }),
  };
  const product = isPayment(type) && { products: [createProduct(type)] };
  return {
    _id: randomUuid(),
    fieldType: "INPUT",
    hidden: false,
    inputOptions: {
      target: targetFor(name, taken),
      inputType,
      required: false,
      [inputOptionsNames[inputType]]: {
        componentType,
        validation: { ...(format && { format }), ...(type === "file" && { fileLimit: 1 }), ...product },
        [componentOptionsName(componentType)]: options,
      },
      ...(type === "email" && { contactMapping: { contactField: "EMAIL" } }),
      ...(type === "phone" && { contactMapping: { contactField: "PHONE" } }),
    },
  };
}

function createDisplayField(type: FieldType): FormField {
  const base = { _id: randomUuid(), fieldType: "DISPLAY" as const, hidden: false };
  if (type === "content")
    return {
      ...base,
      displayOptions: {
        displayFieldType: "RICH_CONTENT",
        richContentOptions: { richContent: documentOf(text("Your text")) },
      },
    };
  if (type === "buttons")
    return { ...base, displayOptions: { displayFieldType: "PAGE_NAVIGATION", pageNavigationOptions: {} } };
  return { ...base, displayOptions: { displayFieldType: "LOGIN_BAR" } };
}

/** A new product of a payment field. */
export const createProduct = (type: FieldType) =>
  type === "amount" || type === "donation"
    ? { _id: randomUuid(), priceType: "DYNAMIC_PRICE" as const, dynamicPriceOptions: { minPrice: "1" } }
    : { _id: randomUuid(), priceType: "FIXED_PRICE" as const, fixedPriceOptions: { price: "10" } };
