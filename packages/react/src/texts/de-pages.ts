/** The German words without those of forms that are fetched when they are needed, as `@porchlight/react/texts/de-forms` has them. */
export { germanPages as pageMessages } from "@porchlight/contract/texts/de-pages";
