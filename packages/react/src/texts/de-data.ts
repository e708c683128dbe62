/**
 * German texts of `CollectionList`, `ItemView` and `ItemForm`, for their `messages` if the provider only has
 * `pageMessages`.
 */
export { germanData as dataMessages } from "@porchlight/contract/texts/de-data";
