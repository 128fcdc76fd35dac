/* Positions over HTTP: identifiers in and out, the editor, pictures. */
#ifndef ALEA_SERVER_STUDY_POSITION_H
#define ALEA_SERVER_STUDY_POSITION_H

#include "parts.h"

/* GET and POST /api/position, GET /api/diagram.svg and .png */
void position_get(study *s, http_request *request, http_reply *reply);
void position_post(study *s, http_request *request, http_reply *reply);
void diagram_svg_get(study *s, http_request *request, http_reply *reply);
void diagram_png_get(study *s, http_request *request, http_reply *reply);

#endif
