import type { CollectionField, DataCollectionInput } from "@porchlight/client/data";
import { text } from "../texts/text.ts";

/** A starting point for a collection. */
export interface CollectionTemplate {
  id: string;
  name: string;
  hint: string;
  definition: Pick<DataCollectionInput, "fields" | "displayField" | "defaultDisplayOrder" | "view">;
}

const field = (key: string, displayName: string, type: NonNullable<CollectionField["type"]>): CollectionField => ({
  key,
  displayName,
  type,
});
const title = field("title", text("Title"), "TEXT");

/** The starting points, the empty one first. */
export const collectionTemplates: readonly CollectionTemplate[] = [
  {
    id: "empty",
    name: text("Empty"),
    hint: text("One text field, the title. Add your own fields."),
    definition: { displayField: "title", fields: [title] },
  },
  {
    id: "recipes",
    name: text("Recipes"),
    hint: text("Photo, minutes, servings, ingredients, preparation, tags."),
    definition: {
      displayField: "title",
      fields: [
        title,
        field("photo", text("Photo"), "IMAGE"),
        field("minutes", text("Minutes"), "NUMBER"),
        field("servings", text("Servings"), "NUMBER"),
        field("vegetarian", text("Vegetarian"), "BOOLEAN"),
        field("ingredients", text("Ingredients"), "RICH_CONTENT"),
        field("preparation", text("Preparation"), "RICH_CONTENT"),
        field("tags", text("Tags"), "ARRAY_STRING"),
      ],
      view: { layout: "CARDS" },
    },
  },
  {
    id: "products",
    name: text("Products"),
    hint: text("Number, price, photos, description, availability, category."),
    definition: {
      displayField: "title",
      fields: [
        { ...title, displayName: text("Name"), required: true },
        { ...field("number", text("Product number"), "TEXT"), unique: true },
        { ...field("price", text("Price"), "NUMBER"), numberRange: { gte: 0 } },
        field("photos", text("Photos"), "MEDIA_GALLERY"),
        field("description", text("Description"), "RICH_CONTENT"),
        field("available", text("Available"), "BOOLEAN"),
        field("category", text("Category"), "TEXT"),
      ],
      view: { layout: "CARDS", filterFields: ["category", "available"] },
    },
  },
  {
    id: "team",
    name: text("Team"),
    hint: text("Portrait, role, biography, email."),
    definition: {
      displayField: "title",
      fields: [
        { ...title, displayName: text("Name") },
        field("portrait", text("Portrait"), "IMAGE"),
        field("role", text("Position"), "TEXT"),
        field("biography", text("Biography"), "RICH_CONTENT"),
        field("email", text("Email"), "EMAIL"),
      ],
      view: { layout: "CARDS" },
    },
  },
  {
    id: "events",
    name: text("Events"),
    hint: text("Start, end, place, description, link."),
    definition: {
      displayField: "title",
      defaultDisplayOrder: { fieldName: "start", direction: "ASC" },
      fields: [
        title,
        field("start", text("Start"), "DATETIME"),
        field("end", text("End"), "DATETIME"),
        field("place", text("Place"), "ADDRESS"),
        field("description", text("Description"), "RICH_CONTENT"),
        field("link", text("Link"), "URL"),
      ],
    },
  },
  {
    id: "questions",
    name: text("Questions and answers"),
    hint: text("Question, answer, topic."),
    definition: {
      displayField: "title",
      fields: [
        { ...title, displayName: text("Question") },
        field("answer", text("Answer"), "RICH_CONTENT"),
        field("topic", text("Topic"), "TEXT"),
      ],
      view: { filterFields: ["topic"] },
    },
  },
];
