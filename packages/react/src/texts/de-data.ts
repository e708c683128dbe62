/** German words of `CollectionList`, `ItemView` and `ItemForm`, for their `messages` where the provider has `pageMessages` alone. */
export { germanData as dataMessages } from "@porchlight/contract/texts/de-data";
