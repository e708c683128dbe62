/** German texts without those of collection pages, which are in `@porchlight/react/texts/de-data`. */
export { germanPages as pageMessages } from "@porchlight/contract/texts/de-pages";
