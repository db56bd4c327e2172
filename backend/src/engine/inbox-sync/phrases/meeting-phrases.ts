import { pairFinder } from '../phrase-finder';

/** What people call a conversation that they propose. */
const CONVERSATION = `
call|phone call|video call|zoom|zoom call|teams call|google meet|chat|meeting|meet|conversation|talk|speak|connect|catch up|catch-up|coffee|lunch|demo|intro|walkthrough|walk me through|discussion|discuss|appointment|session|minutes|mins|min|half an hour|half hour|phone|time slot|slot|timeslot|get together|sit down
anruf|telefonat|telefongespräch|gespräch|call|videocall|videokonferenz|termin|meeting|treffen|austausch|austauschen|sprechen|reden|telefonieren|minuten|halbe stunde|vorführung|präsentation|kaffee|zoom|teams
appel|appeler|rendez-vous|rendez vous|rdv|réunion|visio|visioconférence|échange|échanger|discuter|parler|entretien|démo|démonstration|minutes|une demi-heure|café|point téléphonique|coup de fil|au téléphone
llamada|llamar|videollamada|reunión|reunirnos|hablar|charlar|conversar|conversación|charla|cita|demo|demostración|minutos|media hora|café|vernos|por teléfono
chiamata|telefonata|videochiamata|call|riunione|incontro|incontrarci|appuntamento|parlare|parlarne|sentirci|sentirsi|vederci|demo|dimostrazione|minuti|mezz'ora|caffè|al telefono|chiacchierata
`;

/** What they ask or say of the time for it. */
const AVAILABLE = `
are you available|are you free|you available|you free|available for|free for|i'm free|i am free|we're free|we are free|do you have time|do you have … minutes|do you have … slot|do you have half an hour|do you have any time|have you got|have time|have some time|could do|can do|can we do|could we do|shall we do|let's do|would … suit|does … suit|suits me|suit you|suits you|does … work|would … work|will … work|works for|work for you|work better|how about|what about|when can we|when could we|when would|when is a good time|when's a good time|what's a good time|what is a good time|best time|good time|let me know when|tell me when|find a time|find time|make time|put … in my calendar|put … in the diary|pencil|fancy|up for|open to|open for|i'd be up for|propose|suggest|let's find|let's arrange|let's organise|let's organize|can you make|could you make|able to make|can you spare|could you spare|spare|how does|i have a gap|i've got a gap|i have an opening|are you around|are you in|around for|around on|tomorrow at|monday at|tuesday at|wednesday at|thursday at|friday at|next week would|next week is|next week works
haben sie zeit|hätten sie zeit|hätten sie … zeit|haben sie … zeit|hast du zeit|hast du … zeit|hättest du … zeit|sind sie … verfügbar|bist du … verfügbar|sind sie frei|passt ihnen|passt es|passt dir|passt mir|würde … passen|passen würde|würde mir|wäre … möglich|ginge|geht bei|wann können|wann könnten|wann könnte|wann wäre|wann hätten|wie wäre es|wie wär's|wie wäre|lassen sie uns|lass uns|können wir|könnten wir|wollen wir|vorschlagen|schlage … vor|schlagen sie|machen wir|stehe … zur verfügung|ich habe … zeit|ich hätte … zeit|hätte ich zeit|habe ich zeit|freuen uns auf|freue mich auf|vereinbaren|ausmachen|einplanen
êtes-vous disponible|êtes-vous disponibles|es-tu disponible|seriez-vous disponible|seriez-vous libre|êtes-vous libre|disponible pour|disponibles pour|avez-vous … disponibilité|avez-vous un créneau|avez-vous du temps|auriez-vous|avez-vous … minutes|pouvons-nous|pourrions-nous|peut-on|pourrait-on|on peut|on pourrait|quand pouvons-nous|quand peut-on|quand seriez-vous|quand êtes-vous|vous convient|vous conviendrait|me convient|conviendrait|ça vous va|que diriez-vous|je vous propose|proposez-moi|je propose|je suis libre|je suis dispo|je suis disponible|prenons|fixons|calons|organisons|convenir d'un|faisons
está disponible|estás disponible|estaría disponible|estarías disponible|tiene disponibilidad|tendría … disponibilidad|tiene tiempo|tienes tiempo|tendría tiempo|tiene … minutos|tienes … minutos|tendría … minutos|podemos|podríamos|podría ser|puede ser|cuándo podemos|cuando podemos|cuándo podríamos|cuándo tiene|cuándo tienes|le viene bien|te viene bien|me viene bien|le va bien|te va bien|les parece|le parece|te parece|qué tal|estoy libre|estoy disponible|tengo libre|propongo|agendemos|agendamos|quedamos|hagamos|organicemos|coordinemos|fijemos|concretar
è disponibile|sei disponibile|sarebbe disponibile|saresti disponibile|siete disponibili|ha tempo|hai tempo|avrebbe tempo|avresti tempo|ha … minuti|hai … minuti|avrebbe … minuti|avete tempo|possiamo|potremmo|si potrebbe|quando possiamo|quando potremmo|quando sarebbe|quando ha|quando è|le andrebbe|ti andrebbe|va bene|andrebbe bene|le va|ti va|che ne dice|che ne dici|le propongo|ti propongo|propongo|sono libero|sono libera|sono disponibile|facciamo|organizziamo|fissiamo|sentiamoci|troviamoci|vediamoci|mi andrebbe
`;

/** A conversation beside a time for it, whatever the sentence. What is over, or belongs to somebody else, is none. */
export const MEETING_PAIR = pairFinder(
  CONVERSATION,
  AVAILABLE,
  /last (?:week|month|year)|yesterday|already had|stop call|don't call|voicemail|in \d+ minutes|within \d+ minutes|call cent(?:er|re)|cold call|letzte woche|gestern|la semaine dernière|hier soir|semana pasada|ayer|settimana scorsa/,
);
