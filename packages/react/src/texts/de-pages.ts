/** The German words without those of the pages of collections, which `@porchlight/react/texts/de-data` has. */
export { germanPages as pageMessages } from "@porchlight/contract/texts/de-pages";
