import type { RichContent } from "../blog/rich-content/rich-content.ts";
import type {
  componentTypes,
  contactFields,
  DisplayFieldType,
  FormFieldType,
  InputType,
  StringFormat,
  UploadFileFormat,
} from "./form-values.ts";

/** Fields of forms. Other properties of the contract's entities are stored too. Source: entities-forms.md. */

/** Options that most components have. */
export interface ComponentOptions {
  /** Plain text; rich content for a `CHECKBOX`. */
  label?: string | RichContent | null;
  description?: RichContent | null;
  showLabel?: boolean | null;
  placeholder?: string | null;
}

/** A choice of a `RADIO_GROUP`, `DROPDOWN` or `CHECKBOX_GROUP`. */
export interface FieldChoice {
  id?: string;
  label?: string | null;
  value?: unknown;
  default?: boolean;
}

export interface TextInputOptions extends ComponentOptions {
  label?: string | null;
  default?: string | null;
  /** A Porchlight extension: several lines of text. */
  multiline?: boolean | null;
}

export interface ChoiceOptions extends ComponentOptions {
  label?: string | null;
  options?: FieldChoice[];
  default?: unknown;
  /** Allows a value of the submitter's own. */
  customOption?: { label?: string | null; placeholder?: string | null } | null;
}

/** Bounds of dates and times as text of the field's format, such as `2025-01-31` or `09:30`. */
export interface DateTimeConstraints {
  minimum?: string | null;
  maximum?: string | null;
}

export interface StringValidation {
  minLength?: number | null;
  maxLength?: number | null;
  /** A regular expression that the whole value must match. */
  pattern?: string | null;
  format?: StringFormat;
  enum?: string[] | null;
  dateOptions?: DateTimeConstraints;
  dateTimeOptions?: DateTimeConstraints;
  timeOptions?: DateTimeConstraints;
  dateOptionalTimeOptions?: DateTimeConstraints;
  /** Two-letter country codes. */
  phoneOptions?: { allowedCountryCodes?: string[] };
  errorMessages?: { default?: string | null };
  validationMessages?: { pattern?: string | null };
}

export interface NumberValidation {
  minimum?: number | null;
  maximum?: number | null;
  multipleOf?: number | null;
  enum?: number[] | null;
  errorMessages?: { default?: string | null };
}

export interface BooleanValidation {
  enum?: boolean[] | null;
  errorMessages?: { default?: string | null };
}

export interface ArrayValidation {
  minItems?: number | null;
  maxItems?: number | null;
  items?: {
    string?: StringValidation;
    number?: NumberValidation;
    integer?: NumberValidation;
    boolean?: BooleanValidation;
  };
  errorMessages?: { default?: string | null };
}

/** Properties of an object value. */
export interface ObjectValidation {
  properties?: Record<
    string,
    {
      string?: StringValidation;
      number?: NumberValidation;
      integer?: NumberValidation;
      boolean?: BooleanValidation;
      array?: ArrayValidation;
      required?: boolean;
    }
  >;
  errorMessages?: { default?: string | null };
}

export interface FileValidation {
  /** 1 to 30. Default: 1. */
  fileLimit?: number;
  /** Default: all that the server accepts. */
  uploadFileFormats?: UploadFileFormat[];
}

/** Prices are decimal text with at most two digits after the point. */
export interface FormProduct {
  id?: string;
  productType?: "SHIPPABLE" | "DIGITAL";
  priceType?: "FIXED_PRICE" | "DYNAMIC_PRICE";
  fixedPriceOptions?: { price?: string };
  dynamicPriceOptions?: { minPrice?: string; maxPrice?: string | null };
  quantityLimit?: { minimum?: number | null; maximum?: number | null };
}

export interface PaymentValidation {
  products?: FormProduct[];
  minItems?: number | null;
  maxItems?: number | null;
}

export interface AddressValidation {
  allowedCountries?: string[];
  fields?: Partial<Record<AddressPart, { required?: boolean }>>;
}

/** Parts of an address value. */
export type AddressPart =
  | "country"
  | "subdivision"
  | "city"
  | "postalCode"
  | "streetName"
  | "streetNumber"
  | "addressLine"
  | "addressLine2";

/** Component and options of one input type. */
interface Component<Type extends InputType> {
  componentType?: (typeof componentTypes)[Type][number] | "UNKNOWN_COMPONENT_TYPE";
}

export interface StringOptions extends Component<"STRING"> {
  validation?: StringValidation;
  textInputOptions?: TextInputOptions;
  radioGroupOptions?: ChoiceOptions;
  dropdownOptions?: ChoiceOptions;
  dateTimeOptions?: ComponentOptions;
  phoneInputOptions?: ComponentOptions & { defaultCountryCode?: string | null };
  dateInputOptions?: ComponentOptions;
  timeInputOptions?: ComponentOptions;
  datePickerOptions?: ComponentOptions;
}
export interface NumberOptions extends Component<"NUMBER"> {
  validation?: NumberValidation;
  numberInputOptions?: ComponentOptions & { default?: number | null };
  ratingInputOptions?: ComponentOptions & { default?: number | null };
}
export interface BooleanOptions extends Component<"BOOLEAN"> {
  validation?: BooleanValidation;
  checkboxOptions?: ComponentOptions & { checked?: boolean };
}
export interface ArrayOptions extends Component<"ARRAY"> {
  validation?: ArrayValidation;
  checkboxGroupOptions?: ChoiceOptions;
  tagsOptions?: ChoiceOptions;
}
export interface ObjectOptions {
  validation?: ObjectValidation;
}
export interface FileOptions extends Component<"WIX_FILE"> {
  validation?: FileValidation;
  fileUploadOptions?: ComponentOptions & { buttonText?: string | null; explanationText?: string | null };
  signatureOptions?: ComponentOptions & { imageUploadEnabled?: boolean };
}
export interface PaymentOptions extends Component<"PAYMENT"> {
  validation?: PaymentValidation;
  checkboxGroupOptions?: ChoiceOptions;
  donationInputOptions?: ChoiceOptions;
  paymentInputOptions?: ComponentOptions & { default?: number | null };
  fixedPaymentOptions?: ComponentOptions;
}
export interface SchedulingOptions extends Component<"SCHEDULING"> {
  appointmentOptions?: ComponentOptions & { name?: string | null; durationInMinutes?: number | null };
}
export interface AddressOptions extends Component<"ADDRESS"> {
  validation?: AddressValidation;
  multilineAddressOptions?: ComponentOptions & {
    defaultCountryConfig?: { type?: string; countryOptions?: string };
    fieldSettings?: { addressLine2?: { show?: boolean } };
  };
}

/** An input: its options are in the property that belongs to `inputType`. */
export interface InputField {
  /** Key of the value in a submission; unique in the form, immutable. */
  target: string;
  /** Personally identifiable information. */
  pii?: boolean;
  required?: boolean;
  readOnly?: boolean;
  inputType: InputType;
  stringOptions?: StringOptions;
  numberOptions?: NumberOptions;
  booleanOptions?: BooleanOptions;
  arrayOptions?: ArrayOptions;
  objectOptions?: ObjectOptions;
  wixFileOptions?: FileOptions;
  paymentOptions?: PaymentOptions;
  schedulingOptions?: SchedulingOptions;
  addressOptions?: AddressOptions;
  /** `SUBSCRIPTION` marks the consent to receive emails; `EMAIL` the address of confirmations. */
  contactMapping?: { contactField?: (typeof contactFields)[number] };
}

/** Text, the buttons of a step, or a sign-in bar. */
export interface DisplayField {
  displayFieldType?: DisplayFieldType;
  richContentOptions?: { richContent?: RichContent; maxShownParagraphs?: number | null };
  pageNavigationOptions?: {
    nextPageText?: string | null;
    previousPageText?: string | null;
    submitText?: string | null;
  };
}

/** A field of a form: an input or a display field. */
export interface FormField {
  id: string;
  /** Not displayed; its value may still be submitted and is never required. */
  hidden?: boolean;
  identifier?: string | null;
  fieldType: FormFieldType;
  inputOptions?: InputField;
  displayOptions?: DisplayField;
}
