/** German words of `ItemForm`, for its `messages`, where the provider has `pageMessages` alone. */
export { germanForms as formMessages } from "@porchlight/contract/texts/de-forms";
