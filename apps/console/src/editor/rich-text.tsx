import "@porchlight/editor/styles.css";
import { RichContentEditor, setEditorLanguage } from "@porchlight/editor";
import { language } from "../texts/text.ts";

await setEditorLanguage(language);

/** The editor with the texts of the console. A module of its own, which pages load on demand. */
export default RichContentEditor;
