import { createText } from "../texts.ts";

/** Texts around collection pages. */
export const collectionText = createText({
  "collection.description": "{title}: items of {site}.",
  "collection.failed": "We could not load the items.",
  "collection.start": "Back to the start of the list",
  "collection.add": "{title}: add an item",
  "collection.addA": "Add a {item}",
  "collection.addAn": "Add an {item}",
  "collection.edit": "Edit {title}",
  "collection.untitled": "Untitled",
  "collection.refused.title": "You do not have access to this page",
  "collection.refused.text": "This page is for other members. Sign in with a different account.",
  "collection.refused.other": "Sign in with a different account",
  "collection.leave.title": "Leave without saving?",
  "collection.leave.stay": "Stay",
  "collection.leave.leave": "Leave",
  "collection.noScript": "Editing requires JavaScript. Turn it on in your browser and reload the page.",
});
