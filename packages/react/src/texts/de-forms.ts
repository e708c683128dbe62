/** German texts of `Form`, for its `messages` if the provider only has `pageMessages`. */
export { germanForms as formMessages } from "@porchlight/contract/texts/de-forms";
