/** Words of forms of items, in a script of their own. */
export { formMessages } from "@porchlight/react/texts/de-forms";
