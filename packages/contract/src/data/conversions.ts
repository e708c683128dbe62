import type { Conversion, ConversionRules } from "../wire/conversion-rules.ts";

/**
 * Field names and the contents of type metadata and plugins belong to the site. Source: transforms.json,
 * data_collections.
 */
const collectionRules = (collection: string): ConversionRules => ({
  timestamp: [
    `${collection}.createdDate`,
    `${collection}.updatedDate`,
    `${collection}.fields.typeMetadata.date.defaultValueFixed`,
    `${collection}.fields.typeMetadata.date.minDateFixed`,
    `${collection}.fields.typeMetadata.date.maxDateFixed`,
    `${collection}.fields.typeMetadata.datetime.defaultValueFixed`,
    `${collection}.fields.typeMetadata.datetime.minDateFixed`,
    `${collection}.fields.typeMetadata.datetime.maxDateFixed`,
  ],
  float: [
    `${collection}.fields.numberRange.min`,
    `${collection}.fields.numberRange.max`,
    `${collection}.fields.typeMetadata.number.defaultValue`,
    `${collection}.fields.typeMetadata.number.min`,
    `${collection}.fields.typeMetadata.number.max`,
  ],
});

export const oneCollection: Conversion = {
  request: collectionRules("collection"),
  response: collectionRules("collection"),
};
export const patchedCollection: Conversion = {
  request: collectionRules("dataCollection"),
  response: collectionRules("collection"),
};
export const listedCollections: Conversion = { response: collectionRules("collections") };

/** Names of columns and fields belong to the site. */
const jobDates = (job: string) => [`${job}.createdDate`, `${job}.updatedDate`, `${job}.finishedDate`];
export const dataJob: Conversion = {
  request: { verbatim: ["fields", "filter.**"] },
  response: { timestamp: [...jobDates("job"), ...jobDates("jobs")] },
};
