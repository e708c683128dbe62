import { createText } from "../texts.ts";

/** Texts around collection pages. */
export const collectionText = createText({
  "collection.description": "{title}: items of {site}.",
  "collection.failed": "We could not load the items.",
  "collection.start": "Back to the start of the list",
  "collection.add": "{title}: add an item",
  "collection.edit": "Edit {title}",
  "collection.untitled": "Untitled",
  "collection.refused.title": "Your account may not see this page",
  "collection.refused.text": "It is for other members. Sign out, and in as someone else.",
  "collection.refused.other": "Sign in as someone else",
  "collection.leave.title": "Leave without saving?",
  "collection.leave.stay": "Stay",
  "collection.leave.leave": "Leave",
  "collection.noScript": "Changes need JavaScript. Switch it on in your browser and load the page again.",
});
