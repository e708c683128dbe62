/** Words of the pages of collections, in a script of their own. */
export { dataMessages } from "@porchlight/react/texts/de-data";
