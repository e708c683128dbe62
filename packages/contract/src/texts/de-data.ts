import dataConflict from "./de/data-conflict.json" with { type: "json" };
import dataEditor from "./de/data-editor.json" with { type: "json" };
import dataForm from "./de/data-form.json" with { type: "json" };
import dataItem from "./de/data-item.json" with { type: "json" };
import dataList from "./de/data-list.json" with { type: "json" };
import dataRich from "./de/data-rich.json" with { type: "json" };
import dataValue from "./de/data-value.json" with { type: "json" };

/** German texts of collection pages. */
export const germanData = {
  ...dataConflict,
  ...dataEditor,
  ...dataForm,
  ...dataItem,
  ...dataList,
  ...dataRich,
  ...dataValue,
};
