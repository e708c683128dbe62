/** German texts of forms, loaded on demand. */
export { formMessages } from "@porchlight/react/texts/de-forms";
