/** German texts of collection pages, loaded on demand. */
export { dataMessages } from "@porchlight/react/texts/de-data";
