import dataForm from "./de/data-form.json" with { type: "json" };
import dataItem from "./de/data-item.json" with { type: "json" };
import forms from "./de/forms.json" with { type: "json" };

/** German texts of forms. */
export const germanForms = { ...dataForm, ...dataItem, ...forms };
