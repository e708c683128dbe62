import type { startOwnerProgram } from "./owner-program.ts";

type Call = Awaited<ReturnType<typeof startOwnerProgram>>;

const ids = new Map<string, string>();
/** A stable id for a name. */
export function idOf(name: string): string {
  const id = ids.get(name) ?? crypto.randomUUID();
  ids.set(name, id);
  return id;
}

/** A document with one paragraph. */
export const paragraph = (text: string) => ({
  nodes: [
    {
      type: "PARAGRAPH",
      id: "p",
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } }],
    },
  ],
});

/** Options of fields by kind: the input type, the component, and its options. */
const kinds = {
  line: ["STRING", "TEXT_INPUT", {}],
  text: ["STRING", "TEXT_INPUT", { multiline: true }],
  radio: ["STRING", "RADIO_GROUP", {}],
  select: ["STRING", "DROPDOWN", {}],
  dateTime: ["STRING", "DATE_TIME", {}],
  phone: ["STRING", "PHONE_INPUT", {}],
  date: ["STRING", "DATE_INPUT", {}],
  time: ["STRING", "TIME_INPUT", {}],
  number: ["NUMBER", "NUMBER_INPUT", {}],
  rating: ["NUMBER", "RATING_INPUT", {}],
  checkbox: ["BOOLEAN", "CHECKBOX", {}],
  checkboxes: ["ARRAY", "CHECKBOX_GROUP", {}],
  file: ["WIX_FILE", "FILE_UPLOAD", {}],
  signature: ["WIX_FILE", "SIGNATURE", {}],
  address: ["ADDRESS", "MULTILINE_ADDRESS", {}],
  products: ["PAYMENT", "CHECKBOX_GROUP", {}],
  donation: ["PAYMENT", "DONATION_INPUT", {}],
  amount: ["PAYMENT", "PAYMENT_INPUT", {}],
  price: ["PAYMENT", "FIXED_PAYMENT", {}],
} as const;

interface FieldFixture {
  kind: keyof typeof kinds;
  label: string | object;
  required?: boolean;
  hidden?: boolean;
  validation?: object;
  choices?: string[];
  options?: object;
  more?: object;
}

/** An input field, in wire format. */
export function inputField(
  target: string,
  { kind, label, required, hidden, validation, choices, ...rest }: FieldFixture,
) {
  const [inputType, componentType, ownOptions] = kinds[kind];
  const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const options = {
    label,
    showLabel: true,
    ...(choices && { options: choices.map((value) => ({ id: idOf(`${target}-${value}`), value, label: value })) }),
    ...ownOptions,
    ...rest.options,
  };
  return {
    id: idOf(target),
    fieldType: "INPUT",
    hidden: hidden ?? false,
    inputOptions: {
      target,
      required: required ?? false,
      inputType,
      [`${camelCase(inputType)}Options`]: {
        componentType,
        ...(validation && { validation }),
        [`${camelCase(componentType)}Options`]: options,
      },
      ...rest.more,
    },
  };
}

/** A step with these fields, in this order. */
export const step = (name: string, ...targets: string[]) => ({
  id: idOf(`step ${name}`),
  name,
  layout: {
    large: { items: targets.map((target, row) => ({ fieldId: idOf(target), row, column: 0, width: 12, height: 1 })) },
  },
});

/** Creates a form and returns its id. */
export async function createForm(call: Call, form: object): Promise<string> {
  const { form: created } = await call("/form-schema-service/v4/forms", { form });
  return created.id as string;
}

/** A form with every kind of field, on one page. */
export const everyField = {
  name: "Every kind of field",
  formFields: [
    inputField("name", { kind: "line", label: "Name", required: true, validation: { maxLength: 40 } }),
    inputField("about", { kind: "text", label: "About you" }),
    inputField("email", { kind: "line", label: "Email", required: true, validation: { format: "EMAIL" } }),
    inputField("site", { kind: "line", label: "Website", validation: { format: "URL" } }),
    inputField("phone", { kind: "phone", label: "Phone", validation: { format: "PHONE" } }),
    inputField("count", { kind: "number", label: "Guests", validation: { minimum: 1, maximum: 9 } }),
    inputField("stars", { kind: "rating", label: "Rating" }),
    inputField("size", { kind: "radio", label: "Size", choices: ["Small", "Large"], options: { customOption: {} } }),
    inputField("days", { kind: "checkboxes", label: "Days", choices: ["Monday", "Tuesday", "Friday"] }),
    inputField("room", { kind: "select", label: "Room", choices: ["Attic", "Cellar"] }),
    inputField("day", { kind: "date", label: "Day", validation: { format: "DATE" } }),
    inputField("hour", { kind: "time", label: "Hour", validation: { format: "TIME" } }),
    inputField("start", { kind: "dateTime", label: "Start", validation: { format: "DATE_TIME" } }),
    inputField("home", { kind: "address", label: "Home", validation: { fields: { city: { required: true } } } }),
    inputField("photo", {
      kind: "file",
      label: "Photos",
      validation: { fileLimit: 2, uploadFileFormats: ["IMAGE", "DOCUMENT"] },
    }),
    inputField("sign", { kind: "signature", label: "Signature" }),
    inputField("source", { kind: "line", label: "Source", hidden: true, options: { default: "flyer" } }),
    {
      id: idOf("rules of the house"),
      fieldType: "DISPLAY",
      displayOptions: {
        displayFieldType: "RICH_CONTENT",
        richContentOptions: { richContent: paragraph("Bring your own slippers.") },
      },
    },
    inputField("consent", { kind: "checkbox", label: paragraph("I agree to the rules of the house."), required: true }),
  ],
};

/** A booking in three steps; groups have to say how many they are. */
export const booking = {
  name: "Book the workshop",
  formFields: [
    inputField("kind", { kind: "radio", label: "Who comes?", required: true, choices: ["Just me", "A group"] }),
    inputField("people", {
      kind: "number",
      label: "How many people?",
      hidden: true,
      validation: { minimum: 2, maximum: 20 },
    }),
    inputField("day", { kind: "date", label: "Day", required: true, validation: { format: "DATE" } }),
    inputField("plan", {
      kind: "file",
      label: "Plan",
      validation: { fileLimit: 2, uploadFileFormats: ["IMAGE", "DOCUMENT"] },
    }),
    inputField("name", { kind: "line", label: "Name", required: true }),
    inputField("email", { kind: "line", label: "Email", required: true, validation: { format: "EMAIL" } }),
    inputField("sign", { kind: "signature", label: "Signature", required: true }),
    inputField("consent", { kind: "checkbox", label: paragraph("I agree to the rules of the house."), required: true }),
  ],
  steps: [
    step("You", "kind", "people"),
    step("Your visit", "day", "plan"),
    step("Confirm", "name", "email", "sign", "consent"),
  ],
  formRules: [
    {
      id: idOf("rule"),
      expression: { condition: { target: "kind", operator: "EQUAL", value: "A group" } },
      overrides: [
        {
          entityType: "FIELD",
          fieldOptions: { fieldId: idOf("people"), propertyType: "HIDDEN", hiddenOptions: { hidden: false } },
        },
        {
          entityType: "FIELD",
          fieldOptions: { fieldId: idOf("people"), propertyType: "REQUIRED", requiredOptions: { required: true } },
        },
      ],
    },
  ],
  submitSettings: {
    submitSuccessAction: "THANK_YOU_MESSAGE",
    thankYouMessageOptions: { richContent: paragraph("See you at the workshop.") },
  },
  notifications: { confirmationTarget: "email", ownerEmails: ["owner@example.com"] },
};

/** A red dot. */
export const picture = {
  name: "plan.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
    "base64",
  ),
};
