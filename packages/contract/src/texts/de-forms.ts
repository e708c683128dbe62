import dataForm from "./de/data-form.json" with { type: "json" };

/** Words in German of forms that a page fetches when it needs them. */
export const germanForms = dataForm;
