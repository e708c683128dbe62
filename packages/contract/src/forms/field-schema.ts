import * as z from "zod";
import { guid, singleLineText } from "../wire/value-schema.ts";
import type { FormField } from "./form-fields.ts";
import {
  componentTypes,
  contactFields,
  displayFieldTypes,
  fieldTypes,
  type InputType,
  inputTypes,
  maxTargetLength,
  maxTextValueLength,
  stringFormats,
  uploadFileFormats,
} from "./form-values.ts";

/**
 * Fields as stored: properties that are not checked here are stored too. Property names of the contract, limits of
 * entities-forms.md.
 */

/** The id of a field, step or rule. Default: a random one. */
export const partId = guid.optional().transform((id) => id ?? crypto.randomUUID());

/** A schema with the type of its values, which clients import without a schema library. */
export const typed = <Value>(schema: z.ZodType): z.ZodType<Value> => schema as z.ZodType<Value>;

export const richContent = z.looseObject({ nodes: z.array(z.looseObject({})).max(1000) });
const label = singleLineText(350).nullish();
const errorMessages = z.object({ default: z.string().max(200).nullish() }).optional();
const length = z.number().int().min(0).max(maxTextValueLength).nullish();

/** Options of a component whose label is plain text. */
const options = z.looseObject({
  label,
  description: richContent.nullish(),
  showLabel: z.boolean().nullish(),
  placeholder: singleLineText(100).nullish(),
});
const choice = z.looseObject({
  id: guid.optional(),
  label: singleLineText(400).nullish(),
  value: z.unknown(),
  default: z.boolean().optional(),
});
const choiceOptions = options.extend({
  options: z.array(choice).max(400).optional(),
  customOption: z.looseObject({ label, placeholder: singleLineText(100).nullish() }).nullish(),
});

const bounds = z
  .looseObject({ minimum: z.string().max(50).nullish(), maximum: z.string().max(50).nullish() })
  .optional();
const stringValidation = z.object({
  minLength: length,
  maxLength: length,
  pattern: z.string().max(500).nullish(),
  format: z.enum(stringFormats).optional(),
  enum: z.array(z.string().max(maxTextValueLength)).max(500).nullish(),
  dateOptions: bounds,
  dateTimeOptions: bounds,
  timeOptions: bounds,
  dateOptionalTimeOptions: bounds,
  phoneOptions: z.object({ allowedCountryCodes: z.array(z.string().length(2)).max(250).optional() }).optional(),
  errorMessages,
  validationMessages: z.object({ pattern: z.string().max(200).nullish() }).optional(),
});
const numberValidation = z.object({
  minimum: z.number().nullish(),
  maximum: z.number().nullish(),
  multipleOf: z.number().positive().nullish(),
  enum: z.array(z.number()).max(500).nullish(),
  errorMessages,
});
const booleanValidation = z.object({ enum: z.array(z.boolean()).max(2).nullish(), errorMessages });
const items = z.number().int().min(0).max(1000).nullish();
const arrayValidation = z.object({
  minItems: items,
  maxItems: items,
  items: z
    .object({
      string: stringValidation,
      number: numberValidation,
      integer: numberValidation,
      boolean: booleanValidation,
    })
    .partial()
    .optional(),
  errorMessages,
});
const objectValidation = z.object({
  properties: z
    .record(
      z.string().min(1).max(maxTargetLength),
      z
        .object({
          string: stringValidation,
          number: numberValidation,
          integer: numberValidation,
          boolean: booleanValidation,
          array: arrayValidation,
          required: z.boolean(),
        })
        .partial(),
    )
    .refine((properties) => Object.keys(properties).length <= 100, "must have at most 100 properties")
    .optional(),
  errorMessages,
});
const fileValidation = z.object({
  fileLimit: z.number().int().min(1).max(30).optional(),
  uploadFileFormats: z.array(z.enum(uploadFileFormats)).max(6).optional(),
});

const price = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, "must be a price, like 12.50");
const quantity = z.number().int().min(1).max(100_000).nullish();
const product = z.looseObject({
  id: guid,
  productType: z.enum(["SHIPPABLE", "DIGITAL"]).optional(),
  priceType: z.enum(["FIXED_PRICE", "DYNAMIC_PRICE"]).optional(),
  fixedPriceOptions: z.object({ price }).optional(),
  dynamicPriceOptions: z.object({ minPrice: price, maxPrice: price.nullish() }).optional(),
  quantityLimit: z.object({ minimum: quantity, maximum: quantity }).optional(),
});
const paymentValidation = z.object({
  products: z.array(product).min(1).max(100),
  minItems: z.number().int().min(0).max(100).nullish(),
  maxItems: z.number().int().min(0).max(100).nullish(),
});
const requiredPart = z.object({ required: z.boolean().optional() }).optional();
const addressValidation = z.object({
  allowedCountries: z.array(z.string().length(2)).max(250).optional(),
  fields: z
    .object({
      country: requiredPart,
      subdivision: requiredPart,
      city: requiredPart,
      postalCode: requiredPart,
      streetName: requiredPart,
      streetNumber: requiredPart,
      addressLine: requiredPart,
      addressLine2: requiredPart,
    })
    .optional(),
});

const component = (type: InputType) => z.enum<string[]>(["UNKNOWN_COMPONENT_TYPE", ...componentTypes[type]]).optional();

const inputOptions = z.looseObject({
  target: singleLineText(maxTargetLength).min(1),
  pii: z.boolean().optional(),
  required: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  inputType: z.enum(inputTypes),
  stringOptions: z
    .looseObject({
      componentType: component("STRING"),
      validation: stringValidation.optional(),
      textInputOptions: options
        .extend({
          default: z.string().max(maxTextValueLength).nullish(),
          multiline: z.boolean().nullish(),
        })
        .optional(),
      radioGroupOptions: choiceOptions.optional(),
      dropdownOptions: choiceOptions.optional(),
      dateTimeOptions: options.optional(),
      phoneInputOptions: options.optional(),
      dateInputOptions: options.optional(),
      timeInputOptions: options.optional(),
      datePickerOptions: options.optional(),
    })
    .optional(),
  numberOptions: z
    .looseObject({
      componentType: component("NUMBER"),
      validation: numberValidation.optional(),
      numberInputOptions: options.optional(),
      ratingInputOptions: options.optional(),
    })
    .optional(),
  booleanOptions: z
    .looseObject({
      componentType: component("BOOLEAN"),
      validation: booleanValidation.optional(),
      checkboxOptions: options
        .extend({ label: z.union([singleLineText(350), richContent]).nullish(), checked: z.boolean().optional() })
        .optional(),
    })
    .optional(),
  arrayOptions: z
    .looseObject({
      componentType: component("ARRAY"),
      validation: arrayValidation.optional(),
      checkboxGroupOptions: choiceOptions.optional(),
      tagsOptions: choiceOptions.optional(),
    })
    .optional(),
  objectOptions: z.looseObject({ validation: objectValidation.optional() }).optional(),
  wixFileOptions: z
    .looseObject({
      componentType: component("WIX_FILE"),
      validation: fileValidation.optional(),
      fileUploadOptions: options.optional(),
      signatureOptions: options.optional(),
    })
    .optional(),
  paymentOptions: z
    .looseObject({
      componentType: component("PAYMENT"),
      validation: paymentValidation.optional(),
      checkboxGroupOptions: options.optional(),
      donationInputOptions: options.optional(),
      paymentInputOptions: options.optional(),
      fixedPaymentOptions: options.optional(),
    })
    .optional(),
  schedulingOptions: z
    .looseObject({ componentType: component("SCHEDULING"), appointmentOptions: options.optional() })
    .optional(),
  addressOptions: z
    .looseObject({
      componentType: component("ADDRESS"),
      validation: addressValidation.optional(),
      multilineAddressOptions: options.optional(),
    })
    .optional(),
  contactMapping: z.looseObject({ contactField: z.enum(contactFields).optional() }).optional(),
});

const buttonText = singleLineText(65).nullish();
const displayOptions = z.looseObject({
  displayFieldType: z.enum(displayFieldTypes).optional(),
  richContentOptions: z
    .looseObject({ richContent: richContent.optional(), maxShownParagraphs: z.number().int().nullish() })
    .optional(),
  pageNavigationOptions: z
    .object({ nextPageText: buttonText, previousPageText: buttonText, submitText: buttonText })
    .optional(),
});

/** A field of a form; `fieldType` decides which options it has. */
export const formField = typed<FormField>(
  z
    .object({
      id: partId,
      hidden: z.boolean().optional(),
      identifier: singleLineText(50).nullish(),
      fieldType: z.enum(fieldTypes),
      inputOptions: inputOptions.optional(),
      displayOptions: displayOptions.optional(),
    })
    .refine(
      ({ fieldType, inputOptions: input, displayOptions: display }) => (fieldType === "INPUT" ? input : display),
      {
        error: "must have inputOptions if it is an INPUT, displayOptions if it is a DISPLAY",
        params: { violatedRule: "REQUIRED_ONE_OF_FIELD" },
      },
    )
    .meta({ id: "FormField" }),
);
